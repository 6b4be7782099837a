import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { Duplex } from "node:stream";
import next from "next";

export type Pages = {
  readonly answer: RequestListener;
  /** Handles the websocket of hot reloading in development. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  readonly close: () => Promise<void>;
};

/** Next as a request handler. It starts in the background; page requests wait until it is ready. */
export function startPages(options: {
  dev: boolean;
  hostname: string;
  port: number;
}): Pages & { ready: Promise<void> } {
  // Next adds its upgrade listener to the server it receives. This server never listens; `upgrade` emits its events.
  const upgrades = createServer();
  const app = next({ ...options, dir: process.cwd(), turbopack: true, httpServer: upgrades });
  const ready = app.prepare();
  const handle = app.getRequestHandler();
  return {
    ready,
    answer: (request, response) => void ready.then(() => handle(request, response)),
    upgrade: (request, socket, head) => {
      const isNexts = request.url?.startsWith("/_next/") && upgrades.emit("upgrade", request, socket, head);
      if (!isNexts) socket.destroy();
    },
    close: () => app.close(),
  };
}
