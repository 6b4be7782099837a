import net from "node:net";
import type { Deployment } from "./deployment";
import type { Random } from "./random";

/** Between `from` and `to` (`performance.now()`) the database could lose charges that the limiter had just made. */
export type Outage = { readonly what: string; readonly from: number; readonly to: number };

export type Kill = { readonly member: string; readonly at: number };

type Fault = { readonly what: string; readonly run: () => Promise<void> };

const EXTRA_CONNECTIONS = 320;
/**
 * On a busy machine, a process killed sooner would not have answered any request, and would interrupt the same jobs
 * again.
 */
const MIN_UPTIME_MS = 6_000;

/** All faults of a deployment. A seed determines their order and times. */
export class Faults {
  readonly kills: Kill[] = [];
  readonly outages: Outage[] = [];
  readonly skipped: string[] = [];
  readonly #deployment: Deployment;
  readonly #random: Random;

  constructor(deployment: Deployment, random: Random) {
    this.#deployment = deployment;
    this.#random = random;
  }

  /** Kills servers and the worker at random until `count` processes are killed or `isOver`. Each restarts at once. */
  async kill(count: number, isOver: () => boolean): Promise<void> {
    const { members } = this.#deployment;
    const restarts: Promise<void>[] = [];
    while (this.kills.length < count && !isOver()) {
      await pause(this.#random.between(200, 12_000));
      const up = members.filter(({ running, since }) => running && performance.now() - since >= MIN_UPTIME_MS);
      if (up.length === 0) continue;
      const member = this.#random.pick(up);
      await this.#deployment.kill(member);
      this.kills.push({ member: member.name, at: performance.now() });
      restarts.push(this.#deployment.start(member));
    }
    await Promise.all(restarts);
  }

  /**
   * Disables what servers depend on, one part after another, each `rounds` times, or until `isOver`.
   * @param words only faults whose name contains one of these
   */
  async disturb(words: readonly string[], rounds: number, isOver: () => boolean): Promise<void> {
    const all = this.#all().filter(({ what }) => words.some((word) => what.includes(word)));
    for (let round = 0; round < rounds; round++)
      for (const { what, run } of this.#random.shuffled(all)) {
        await pause(this.#random.between(4_000, 12_000));
        if (isOver()) return;
        console.log(`  ${what}`);
        const from = performance.now();
        await run();
        this.outages.push({ what, from, to: performance.now() });
      }
  }

  #all(): Fault[] {
    const parts = this.#deployment;
    const { storage } = parts;
    const some = (min: number, max: number) => pause(this.#random.between(min, max));
    const faults: Fault[] = [
      {
        what: "database shut down",
        run: async () => {
          await parts.stopDatabase();
          await some(1_000, 6_000);
          await parts.restartDatabase();
        },
      },
      {
        what: "database crashed",
        run: async () => {
          await parts.crashDatabase();
          await some(0, 2_000);
          await parts.restartDatabase();
        },
      },
      {
        what: "storage refuses connections",
        run: async () => {
          storage.cut();
          await some(5_000, 20_000);
          storage.mend();
        },
      },
      {
        what: "storage does not answer",
        run: async () => {
          storage.hold();
          await some(2_000, 10_000);
          storage.mend();
        },
      },
      { what: `${EXTRA_CONNECTIONS} connections to the server with 256 descriptors`, run: () => this.#flood() },
    ];
    if (parts.hasPooler)
      faults.push(
        {
          what: "PgBouncer killed",
          run: async () => {
            await parts.killBouncer();
            await some(0, 5_000);
            await parts.restartBouncer();
          },
        },
        {
          what: "PgBouncer frozen",
          run: async () => {
            parts.freezeBouncer();
            await some(1_000, 5_000);
            parts.thawBouncer();
          },
        },
      );
    else this.skipped.push("faults of PgBouncer: it is not installed");
    if (parts.hasClocks)
      for (const [who, seconds] of [
        ["server A", 3_600],
        ["worker", -3_600],
        ["database", 90],
      ] as const)
        faults.push({
          what: `clock of ${who} ${seconds > 0 ? "an hour ahead" : "an hour behind"}`.replace(
            /(database) .*/,
            "$1 90 s ahead, and back",
          ),
          run: async () => {
            parts.setClock(who, seconds);
            await some(4_000, 10_000);
            parts.setClock(who, 0);
          },
        });
    else this.skipped.push("clock jumps: libfaketime is not installed");
    if (parts.hasDisk)
      faults.push({
        what: "disk of the database full",
        run: async () => {
          parts.fillDisk();
          await some(3_000, 8_000);
          parts.emptyDisk();
          // PostgreSQL may have stopped because it could not write its log.
          if (!(await parts.databaseAnswers())) await parts.restartDatabase();
        },
      });
    else this.skipped.push("full disk: mounting one needs root");
    return faults;
  }

  /** Opens more connections than the server has descriptors, and keeps them open for a while. */
  async #flood(): Promise<void> {
    const server = this.#deployment.members.find(({ name }) => name === "server B")?.running;
    if (!server) return;
    const sockets = Array.from({ length: EXTRA_CONNECTIONS }, () => {
      const socket = net.connect(Number(new URL(server.url).port), "127.0.0.1");
      return socket.on("error", () => {});
    });
    await pause(this.#random.between(3_000, 6_000));
    for (const socket of sockets) socket.destroy();
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
