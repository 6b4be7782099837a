import net from "node:net";
import { setTimeout } from "node:timers/promises";

/** A TCP connection between a server and a service it depends on. It can be cut, stop forwarding, or become slow. */
export class Cable {
  readonly #target: number;
  readonly #server: net.Server;
  readonly #sockets = new Set<net.Socket>();
  #state: "whole" | "cut" | "stuck" = "whole";
  #delayMs = 0;
  #port = 0;

  /** @param target the port on this machine to which it connects */
  constructor(target: number) {
    this.#target = target;
    this.#server = net.createServer({ pauseOnConnect: true }, (near) => this.#connect(near));
  }

  /** @returns the port on which it listens */
  async open(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    this.#port = (this.#server.address() as net.AddressInfo).port;
    return this.#port;
  }

  /** Breaks all connections and refuses new ones. */
  cut(): void {
    this.#state = "cut";
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Keeps all connections open and forwards nothing. */
  hold(): void {
    this.#state = "stuck";
    for (const socket of this.#sockets) socket.pause();
  }

  /** Forwards everything this many milliseconds later, in each direction. */
  slow(delayMs: number): void {
    this.#delayMs = delayMs;
  }

  mend(): void {
    if (this.#state === "cut") this.#server.listen(this.#port, "127.0.0.1");
    this.#state = "whole";
    this.#delayMs = 0;
    for (const socket of this.#sockets) socket.resume();
  }

  close(): void {
    this.cut();
  }

  #connect(near: net.Socket): void {
    // The connection was accepted before the cut.
    if (this.#state === "cut") {
      near.destroy();
      return;
    }
    const far = net.connect(this.#target, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(one);
      let last = Promise.resolve();
      one.on("data", (bytes) => {
        const due = performance.now() + this.#delayMs;
        last = last.then(async () => {
          while (performance.now() < due) await setTimeout(due - performance.now());
          if (other.write(bytes)) return;
          one.pause();
          other.once("drain", () => this.#state === "whole" && one.resume());
        });
      });
      one.on("end", () => last.then(() => other.end()));
      one.on("error", () => other.destroy());
      one.on("close", () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      if (this.#state === "whole") one.resume();
      else one.pause();
    }
  }
}
