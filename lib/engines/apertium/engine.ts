import { stat } from "node:fs/promises";
import type { Priority } from "@/lib/base/pool/fair-queue";
import type { MemoryBudget } from "@/lib/base/pool/memory-budget";
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
import { type Decoded, decode } from "./answers";
import { type CodeTree, locate, type Run, writeRuns } from "./codes";
import { DirectionPool } from "./direction-pool";
import { type Item, joinWords, type Languages, lex } from "./lexer";
import { type Encoded, encode, plan } from "./messages";
import { listModes, loadStages, type Mode } from "./modes";
import { type Quotes, quotesAsCodes, quotesAsText } from "./quotes";
import { rankOf, routeRankOf } from "./ranks";

export type ApertiumOptions = {
  /** Folder of the `.mode` files. */
  readonly modes: string;
  /** Folder for dictionaries with our additions; if undefined, the installed dictionaries are used unchanged. */
  readonly additions?: string;
  readonly budget: MemoryBudget;
  /** Maximum segments in the queue of one direction. */
  readonly queueLimit: number;
  readonly timeoutMs: number;
};

/**
 * Niceness of bulk pipelines. Bulk work has separate pipelines with a lower priority: in a shared pipeline, an
 * interactive sentence would wait for everything written before it.
 */
const BULK_NICENESS = 15;

/** Milliseconds after which the folder of modes is read again, so that new packages are used without a restart. */
const MODES_TTL_MS = 5_000;

/** Apertium: rule-based translation in local pipelines that keep running. */
export class ApertiumEngine implements Engine {
  readonly id = "apertium";
  readonly local = true;
  /** By mode. */
  readonly #pools = new Map<string, Readonly<Record<Priority, DirectionPool>>>();
  readonly #installed: RefreshedValue<Installed>;
  #closed = false;

  constructor(private readonly options: ApertiumOptions) {
    this.#installed = new RefreshedValue(MODES_TTL_MS, (before) => readInstalled(options.modes, before));
  }

  async directions(): Promise<readonly Direction[]> {
    return (await this.#installed.get()).directions;
  }

  routeRank(source: string, pivot: string, target: string): number | undefined {
    return routeRankOf(source, pivot, target);
  }

  async translate(
    segments: readonly Segment[],
    direction: { readonly source: string; readonly target: string },
    options: EngineOptions,
  ): Promise<readonly Translated[]> {
    const pool = await this.#pool(direction, options.priority);
    const drafts = segments.map((segment) => draft(segment, direction));
    await answer(
      drafts.flatMap(({ requests }) => requests),
      pool,
      direction,
      options,
    );
    return drafts.map(finish);
  }

  state(): EngineState {
    const pools = this.#allPools();
    const running = pools.filter((pool) => pool.memoryMb > 0).length;
    const directions = this.#installed.known?.directions.length;
    return {
      id: this.id,
      state: this.#closed || directions === 0 ? "unavailable" : "ready",
      detail: this.#closed
        ? "Closed."
        : directions === 0
          ? `No usable Apertium mode in ${this.options.modes}.`
          : `${directions ?? "No"} directions known, ${running === 1 ? "one pipeline" : `${running} pipelines`} running.`,
      queued: pools.reduce((sum, pool) => sum + pool.queued, 0),
      memoryMb: Math.round(pools.reduce((sum, pool) => sum + pool.memoryMb, 0)),
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const pool of this.#allPools()) pool.close();
  }

  #allPools(): DirectionPool[] {
    return [...this.#pools.values()].flatMap(({ interactive, bulk }) => [interactive, bulk]);
  }

  async #pool(
    { source, target }: { readonly source: string; readonly target: string },
    priority: Priority,
  ): Promise<DirectionPool> {
    const { modes } = await this.#installed.get();
    const mode = modes.get(`${source} ${target}`);
    if (this.#closed) throw new EngineError("unavailable", this.id, "Apertium is closed.");
    if (!mode) throw new EngineError("unsupported", this.id, `Apertium does not translate ${source} to ${target}.`);
    const pools = this.#pools.get(mode.name) ?? {
      interactive: this.#open(mode, 0),
      bulk: this.#open(mode, BULK_NICENESS),
    };
    this.#pools.set(mode.name, pools);
    const [own, other] = priority === "bulk" ? [pools.bulk, pools.interactive] : [pools.interactive, pools.bulk];
    // If memory is scarce, one pipeline serves both priorities.
    return !own.isRunning && other.isRunning && !this.options.budget.hasRoom(own.needMb) ? other : own;
  }

  #open({ name }: Mode, niceness: number): DirectionPool {
    const stages = () => loadStages(this.options.modes, name, this.options.additions);
    const batches = niceness > 0;
    return new DirectionPool({ engine: this.id, mode: name, stages, niceness, batches, ...this.options });
  }
}

type Installed = {
  readonly directions: readonly Direction[];
  /** By "source target". */
  readonly modes: ReadonlyMap<string, Mode>;
  readonly changedAt: number;
};

async function readInstalled(folder: string, before: Installed | undefined): Promise<Installed> {
  const changedAt = await stat(folder).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  if (before?.changedAt === changedAt) return before;
  const modes = new Map<string, Mode>();
  for (const mode of await listModes(folder)) modes.set(`${mode.source} ${mode.target}`, mode);
  const directions = [...modes.values()].map(({ source, target }) => ({
    source,
    target,
    rank: rankOf(source, target),
  }));
  return { directions, modes, changedAt };
}

/** A message of a segment in flight. */
type Request = {
  readonly tree: CodeTree;
  /** As in the segment; codes may begin or end inside words. */
  readonly given: readonly Item[];
  items: readonly Item[];
  encoded: Encoded;
  decoded: Decoded | null;
};

type Draft = {
  readonly quotes: ReadonlyMap<number, Quotes>;
  readonly tree: CodeTree;
  readonly parts: readonly (Run | Request)[];
  readonly requests: readonly Request[];
};

function draft(given: Segment, languages: Languages): Draft {
  const { segment, quotes } = quotesAsCodes(given);
  const { tree, located } = locate(segment);
  const placeholders = new Set(segment.codes.filter(({ kind }) => kind === "placeholder").map(({ id }) => id));
  const parts = plan(lex(located, placeholders, languages)).map((part): Run | Request => {
    if (part.kind === "fixed") return part.run;
    const items = tree.length > 1 ? joinWords(part.items) : part.items;
    return { tree, given: part.items, items, encoded: encode(tree, items, false), decoded: null };
  });
  return { quotes, tree, parts, requests: parts.filter((part): part is Request => "items" in part) };
}

/**
 * Sends all messages; those that lost a placeholder are sent again with the placeholders as blanks, those with an unknown
 * word on both sides of a code with two words.
 */
async function answer(
  requests: readonly Request[],
  pool: DirectionPool,
  languages: Languages,
  options: EngineOptions,
): Promise<void> {
  const answers = await pool.run(
    requests.map(({ encoded }) => encoded),
    options,
  );
  for (const [index, request] of requests.entries()) {
    request.decoded = decode(request.tree, request.encoded, request.items, answers[index] ?? "", languages);
  }
  const again = requests.filter((request) => request.decoded === null || hasTornWord(request));
  if (again.length === 0) return;
  const before = again.map((request) => ({ ...request }));
  for (const request of again) {
    if (request.decoded) request.items = joinWords(request.given, true);
    request.encoded = encode(request.tree, request.items, request.decoded === null);
  }
  await answer(again, pool, languages, options);
  for (const [i, request] of again.entries()) {
    const { decoded } = before[i]!;
    // Neither part is a word.
    if (decoded && request.decoded!.unknownWords.length >= decoded.unknownWords.length)
      Object.assign(request, before[i]);
  }
}

/** True if the engine did not know a word that a code divides, and it was sent whole. */
function hasTornWord({ given, items, decoded }: Request): boolean {
  const hasWhole = (some: readonly Item[], word: string) =>
    some.some((item) => item.kind === "text" && item.text.includes(word));
  if (!decoded || items === given) return false;
  return decoded.unknownWords.some((word) => hasWhole(items, word) && !hasWhole(given, word));
}

function finish({ quotes, tree, parts, requests }: Draft): Translated {
  const runs = parts.flatMap((part) => ("items" in part ? (part.decoded?.runs ?? []) : [part]));
  const unknownWords = [...new Set(requests.flatMap(({ decoded }) => decoded?.unknownWords ?? []))];
  const text = quotesAsText(writeRuns(tree, runs), quotes);
  return unknownWords.length > 0 ? { text, unknownWords } : { text };
}
