import type { Server } from "node:http";
import { env } from "@/lib/base/env";
import { requestIdOf } from "@/lib/http/api/headers";
import { metricsAnswer } from "@/lib/http/api/metrics-answer";
import { baseHeaders, jsonReply, type Reply } from "@/lib/http/api/responses";
import { createDispatcher } from "@/lib/http/server/dispatcher";
import { createHttpServer } from "@/lib/http/server/http-server";
import { alive, readiness, takeSnapshot } from "./health";

/**
 * The server of a worker, which answers only `/metrics`, `/v1/health` and `/v1/health/ready` on `WORKER_PORT`. Null if
 * no port is set.
 */
export async function serveWorkerHealth(): Promise<Server | null> {
  const { HOST, WORKER_PORT } = env();
  if (WORKER_PORT === undefined) return null;
  const server = createHttpServer(
    createDispatcher(
      [
        { address: "/metrics", answer: (request) => metricsAnswer(request, takeSnapshot) },
        { address: "/v1/health", answer: async (request) => reply(request, 200, await alive()) },
        {
          address: "/v1/health/ready",
          answer: async (request) => {
            const state = await readiness();
            return reply(request, state.status === "ready" ? 200 : 503, state);
          },
        },
      ],
      (_request, response) => {
        response.writeHead(404).end();
      },
    ),
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(WORKER_PORT, HOST, resolve);
  });
  return server;
}

function reply(request: Parameters<typeof requestIdOf>[0], status: number, body: unknown): Reply {
  return jsonReply(body, status, baseHeaders(requestIdOf(request)));
}
