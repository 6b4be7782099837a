import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { Dragoman } from "@/lib/packages/sdk/sdk";
import { addTools } from "./tools";

const INSTRUCTIONS =
  "Dragoman translates texts and files and manages translation projects. Read a segment before editing it, and send its revision. Translations that people made are theirs: change one only if you were asked to.";

/** Projects listed as resources. */
const MAX_LISTED = 100;

/**
 * An MCP server that works with one key of a Dragoman server.
 * @param version the product's version
 */
export function createMcpServer(dragoman: Dragoman, version: string): McpServer {
  const server = new McpServer({ name: "dragoman", title: "Dragoman", version }, { instructions: INSTRUCTIONS });
  addTools(server, dragoman);
  server.registerResource(
    "project",
    new ResourceTemplate("dragoman://projects/{projectId}", {
      list: async () => {
        const { projects } = await dragoman.listProjects({ limit: MAX_LISTED });
        return {
          resources: projects.map(({ id, name, status }) => ({
            uri: `dragoman://projects/${id}`,
            name,
            description: `Translation project, ${status}`,
            mimeType: "application/json",
          })),
        };
      },
    }),
    { title: "Project", description: "Status, blockers and progress of a project", mimeType: "application/json" },
    async (uri, { projectId }) => {
      const project = await dragoman.getProject({ projectId: String(projectId) });
      return { contents: [{ uri: uri.href, mimeType: "application/json", text: JSON.stringify(project) }] };
    },
  );
  return server;
}
