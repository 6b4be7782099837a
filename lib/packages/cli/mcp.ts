import { once } from "node:events";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createMcpServer } from "@/lib/packages/mcp/server";
import type { Context, Outcome } from "./command";
import { version } from "./package.json";

/** Serves the Model Context Protocol on standard input and output, until the input ends. */
export async function mcp({ connect }: Context): Promise<Outcome> {
  const server = createMcpServer(connect(), version);
  const ended = once(process.stdin, "end");
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
  // Prints no result, because standard output belongs to the protocol.
  return { data: null, text: "" };
}
