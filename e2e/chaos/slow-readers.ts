import net from "node:net";
import type { Deployment } from "./deployment";

const EACH = 12;
const BYTE_MS = 1_000;

/**
 * Clients that never finish: some send headers or bodies at one byte a second, others request large responses and do
 * not read them. They reconnect whenever they are disconnected.
 *
 * @returns a function that ends them and returns the number of their connections
 */
export function startSlowReaders(deployment: Deployment): () => number {
  const sockets = new Set<net.Socket>();
  let connections = 0;
  let isOver = false;
  const connect = (index: number): void => {
    if (isOver) return;
    const servers = deployment.members.filter(({ name, running }) => name !== "worker" && running);
    const url = servers[index % Math.max(servers.length, 1)]?.running?.url;
    if (!url) {
      setTimeout(connect, BYTE_MS, index);
      return;
    }
    const socket = net.connect(Number(new URL(url).port), "127.0.0.1");
    connections += 1;
    sockets.add(socket);
    const beginning = BEGINNINGS[index % BEGINNINGS.length] ?? "";
    socket.write(beginning);
    const timer = setInterval(() => socket.writable && beginning !== UNREAD && socket.write("x"), BYTE_MS);
    // The response is never read.
    socket.pause();
    socket.on("error", () => {});
    socket.on("close", () => {
      clearInterval(timer);
      sockets.delete(socket);
      setTimeout(connect, BYTE_MS, index);
    });
  };
  for (let i = 0; i < EACH * BEGINNINGS.length; i++) connect(i);
  return () => {
    isOver = true;
    for (const socket of sockets) socket.destroy();
    return connections;
  };
}

/** Pipelined requests, whose responses fill all buffers. */
const UNREAD = "GET /v1/openapi.json HTTP/1.1\r\nHost: chaos\r\n\r\n".repeat(8);
const BEGINNINGS = [
  "POST /v1/translate HTTP/1.1\r\nHost: chaos\r\nX-Slow: ",
  "POST /v1/translate HTTP/1.1\r\nHost: chaos\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{",
  UNREAD,
] as const;
