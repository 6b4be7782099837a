import { availableParallelism } from "node:os";
import type { MemoryBudget } from "@/lib/base/pool/memory-budget";
import { writeRuns } from "@/lib/engines/apertium/codes";
import {
  type Direction,
  type Engine,
  EngineError,
  type EngineOptions,
  type EngineState,
  type Translated,
} from "@/lib/engines/engine";
import { RefreshedValue } from "@/lib/engines/reread";
import type { Segment } from "@/lib/text/segment";
import { DirectionPool } from "./direction-pool";
import { planMessages, readAnswer } from "./message";
import { type InstalledModel, listInstalled } from "./models/installed";
import { rankOf } from "./ranks";
import type { Done } from "./thread";

export type BergamotOptions = {
  /** Folder of installed models. */
  readonly models: string;
  readonly budget: MemoryBudget;
  /** Maximum sentences in the queue of one direction. */
  readonly queueLimit: number;
  readonly timeoutMs: number;
};

/** Milliseconds after which the folder of models is read again, so that new models are used without a restart. */
const MODELS_TTL_MS = 2_000;

/** Bergamot: the neural models of Firefox, in WebAssembly on this machine. */
export class BergamotEngine implements Engine {
  readonly id = "bergamot";
  readonly local = true;
  readonly #pools = new Map<string, DirectionPool>();
  /** Unusable models, by {@link keyOf}: not offered until they are reinstalled. */
  readonly #spoilt = new Set<string>();
  readonly #installed = new RefreshedValue<Installed>(MODELS_TTL_MS, (before) => this.#readInstalled(before));
  /** True if the folder of models exists but can't be read; the other engines still work. */
  #isUnreadable = false;
  #closed = false;

  constructor(private readonly options: BergamotOptions) {}

  async directions(): Promise<readonly Direction[]> {
    return (await this.#installed.get()).directions;
  }

  refresh(): void {
    this.#installed.expire();
  }

  version({ source, target }: { readonly source: string; readonly target: string }): string {
    const model = this.#installed.known?.models.get(`${source}-${target}`);
    return model ? keyOf(model) : "";
  }

  async translate(
    segments: readonly Segment[],
    direction: { readonly source: string; readonly target: string },
    options: EngineOptions,
  ): Promise<readonly Translated[]> {
    const pool = await this.#pool(direction);
    const plans = segments.map((segment) => planMessages(segment, direction.source));
    const messages = plans.flatMap(({ parts }) => parts.flatMap((part) => ("message" in part ? [part.message] : [])));
    const answers = (await pool.run(messages, options)).values();
    return plans.map(({ tree, parts }) => {
      const qualities: number[] = [];
      const runs = parts.flatMap((part) => {
        if (!("message" in part)) return [part.run];
        const { text, quality }: Done = answers.next().value ?? { text: "" };
        if (quality !== undefined) qualities.push(quality);
        return readAnswer(part.message, text);
      });
      const text = writeRuns(tree, runs);
      return qualities.length > 0 ? { text, quality: Math.min(...qualities) } : { text };
    });
  }

  state(): EngineState {
    const pools = [...this.#pools.values()];
    const known = this.#installed.known?.directions.length;
    const running = pools.filter(({ memoryMb }) => memoryMb > 0).length;
    return {
      id: this.id,
      state: this.#closed ? "unavailable" : this.#spoilt.size > 0 ? "degraded" : known === 0 ? "unavailable" : "ready",
      detail: this.#detail(known, running),
      queued: pools.reduce((sum, pool) => sum + pool.queued, 0),
      memoryMb: pools.reduce((sum, pool) => sum + pool.memoryMb, 0),
    };
  }

  #detail(known: number | undefined, running: number): string {
    if (this.#closed) return "Closed.";
    if (this.#spoilt.size > 0) {
      const pairs = [...this.#spoilt].map((key) => key.split(" ")[0]);
      return `These models cannot be used; install them again: ${pairs.join(", ")}.`;
    }
    if (known === 0 && this.#isUnreadable) return `The folder ${this.options.models} cannot be read.`;
    return known === 0 ? "No model is installed." : `${known ?? "No"} models known, ${running} loaded.`;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const pool of this.#pools.values()) pool.close();
  }

  async #pool({ source, target }: { readonly source: string; readonly target: string }): Promise<DirectionPool> {
    const pair = `${source}-${target}`;
    const model = (await this.#installed.get()).models.get(pair);
    if (this.#closed) throw new EngineError("unavailable", this.id, "Bergamot is closed.");
    if (!model) throw new EngineError("unsupported", this.id, `Bergamot has no model for ${pair}.`);
    const known = this.#pools.get(pair);
    if (known) return known;
    const pool = new DirectionPool({
      engine: this.id,
      model,
      threads: Math.max(1, Math.min(4, availableParallelism())),
      spoilt: () => {
        this.#spoilt.add(keyOf(model));
        this.#installed.expire();
      },
      ...this.options,
    });
    this.#pools.set(pair, pool);
    return pool;
  }

  async #readInstalled(before: Installed | undefined): Promise<Installed> {
    this.#isUnreadable = false;
    const installed = await listInstalled(this.options.models).catch(() => {
      this.#isUnreadable = true;
      return [];
    });
    const present = new Set(installed.map(keyOf));
    for (const key of this.#spoilt) if (!present.has(key)) this.#spoilt.delete(key);
    const usable = installed.filter((model) => !this.#spoilt.has(keyOf(model)));
    const keys = usable.map(keyOf).join("\n");
    if (before?.keys === keys) return before;
    const models = new Map(usable.map((model) => [`${model.source}-${model.target}`, model]));
    for (const [pair, pool] of this.#pools) {
      const now = models.get(pair);
      if (now && keyOf(now) === keyOf(pool.model)) continue;
      pool.retire();
      this.#pools.delete(pair);
    }
    const directions = usable.map(({ source, target, architecture }) => ({
      source,
      target,
      rank: rankOf(source, target, architecture),
    }));
    return { keys, models, directions };
  }
}

type Installed = {
  readonly keys: string;
  readonly models: ReadonlyMap<string, InstalledModel>;
  readonly directions: readonly Direction[];
};

/** Identifies an installation of a pair's models. */
function keyOf({ source, target, installedAt, set }: InstalledModel): string {
  return `${source}-${target} ${set.model.sha256} ${installedAt}`;
}
