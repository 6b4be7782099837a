import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { Duplex } from "node:stream";
import next from "next";

export type Pages = {
  readonly answer: RequestListener;
  /** The websocket by which development reloads pages. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  readonly close: () => Promise<void>;
};

/** Next, as a handler of requests. It starts in the background; requests for pages wait until it is ready. */
export function startPages(options: {
  dev: boolean;
  hostname: string;
  port: number;
}): Pages & { ready: Promise<void> } {
  // Next listens for upgrades on the server that it is given. This one never listens: it gets what `upgrade` passes on.
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
