import net from "node:net";

/** A TCP connection between a server and what it depends on, which can be cut or can stop carrying anything. */
export class Cable {
  readonly #target: number;
  readonly #server: net.Server;
  readonly #sockets = new Set<net.Socket>();
  #state: "whole" | "cut" | "stuck" = "whole";

  /** @param target the port on this machine that it leads to */
  constructor(target: number) {
    this.#target = target;
    this.#server = net.createServer({ pauseOnConnect: true }, (near) => this.#connect(near));
  }

  /** @returns its port */
  async open(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return (this.#server.address() as net.AddressInfo).port;
  }

  /** Breaks all connections and every new one. */
  cut(): void {
    this.#state = "cut";
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Keeps all connections open and forwards nothing. */
  hold(): void {
    this.#state = "stuck";
    for (const socket of this.#sockets) socket.pause();
  }

  mend(): void {
    this.#state = "whole";
    for (const socket of this.#sockets) socket.resume();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #connect(near: net.Socket): void {
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
      one.on("data", (bytes) => {
        if (other.write(bytes)) return;
        one.pause();
        other.once("drain", () => this.#state === "whole" && one.resume());
      });
      one.on("end", () => other.end());
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
