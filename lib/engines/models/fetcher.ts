import { setTimeout } from "node:timers/promises";
import { describeError, log } from "@/lib/base/log";
import { isModelError, MODEL_FAULTS, ModelError, type ModelFault } from "@/lib/engines/bergamot/models/model-error";
import type { ModelStatus, OnProgress } from "@/lib/engines/bergamot/models/store";
import type { Cause } from "@/lib/vocabulary/causes";
import { setKnownPairs } from "./known-pairs";
import { estimatedBytes, type KnownPair } from "./snapshot";

/** The part of the model store that the fetcher uses: listing, installing and removing pairs. */
export interface ModelShelf {
  list(): Promise<{ readonly offline: boolean; readonly models: readonly ShelfModel[] }>;
  install(pair: string, onProgress: OnProgress): Promise<unknown>;
  remove(pair: string): Promise<boolean>;
  /** Records that a model was used now. */
  touch(pair: string): Promise<void>;
}

type ShelfModel = Pick<ModelStatus, "pair" | "source" | "target"> & {
  /** `usedAt`: time of last use in epoch milliseconds, if stored. */
  readonly installed: { readonly bytes: number; readonly pinned?: boolean; readonly usedAt?: number } | null;
  readonly offered: Omit<NonNullable<ModelStatus["offered"]>, "version"> | null;
};

export type FetcherOptions = {
  readonly shelf: ModelShelf;
  /** True if models are downloaded on demand. */
  readonly enabled: boolean;
  /** Disk budget for installed models in bytes. */
  readonly diskBytes: number;
  /** Languages whose models may be downloaded, besides English; null for all. */
  readonly languages: readonly string[] | null;
  readonly now?: () => number;
};

/** Progress of a requested model. */
export type Fetching = {
  readonly pair: string;
  readonly phase: "queued" | "downloading" | "checking";
  /** From 0 to 1. */
  readonly progress: number;
  readonly downloadBytes: number;
};

/** New models that one account may request per hour, so that a single account cannot fill the disk. */
const MAX_NEW_PER_ACCOUNT = 5;
const HOUR_MS = 3_600_000;
/** Minimum milliseconds between two updates of a model's stored time of last use. */
const TOUCH_MS = 10 * 60_000;
/** Milliseconds until a source that did not respond is requested again. */
const SOURCE_RETRY_MS = 5_000;
/** Milliseconds after a failed download of a pair, doubled by each further failure up to a minute. */
const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 60_000;
/** Milliseconds after which an installed model that still doesn't serve its pair is installed again. */
const SERVES_WITHIN_MS = 10_000;
/** Milliseconds until a model that another process is installing is checked again. */
const ELSEWHERE_MS = 1_000;
/** Size of an unpacked model relative to its download. */
const UNPACKED = 1.6;

/** Reason why an existing model is unavailable now; `limit`: the account has requested too many new models. */
export type Unavailable = {
  readonly pair: string;
  readonly reason: ModelFault | "limit";
  readonly retryAfterSeconds: number;
};

type Failed = { readonly reason: ModelFault; readonly failures: number; readonly until: number };

const NEW = { demand: 1, done: 0, isChecking: false, isElsewhere: false };
type Wanted = {
  readonly pair: string;
  demand: number;
  downloadBytes: number;
  done: number;
  isChecking: boolean;
  /** True if another process is installing the model. */
  isElsewhere: boolean;
};

/**
 * Downloads requested models in the background: each once, one at a time in order of demand, within a disk budget
 * beyond which the least recently used are removed. No request waits for the network.
 */
export class ModelFetcher {
  readonly #wanted = new Map<string, Wanted>();
  /** Times at which accounts requested new models. */
  readonly #asked = new Map<string, number[]>();
  /** Times at which installed models were last used; the least recently used is evicted first. */
  readonly #used = new Map<string, number>();
  /** Times at which their use was last stored. */
  readonly #touched = new Map<string, number>();
  /** Pairs whose last download failed. */
  readonly #failed = new Map<string, Failed>();
  /** Time since which each installed pair has been known, in milliseconds. */
  readonly #installed = new Map<string, number>();
  /** Installed pairs whose files the engine cannot use. */
  readonly #unusable = new Set<string>();
  #checkedAt: number | null = null;
  #reachable = false;
  #wasReached = false;
  #checkAfter = 0;
  #checking: Promise<void> | undefined;
  #working: Promise<void> | undefined;
  readonly #now: () => number;
  /** True if an administrator has forbidden downloads; running downloads still finish. */
  isForbidden = false;

  constructor(private readonly options: FetcherOptions) {
    this.#now = options.now ?? Date.now;
  }

  /** Whether the source responded last time, and whether requests cause downloads; `checkedAt` is null at first. */
  get source(): { readonly reachable: boolean; readonly checkedAt: string | null; readonly onDemand: boolean } {
    return {
      reachable: this.#reachable,
      checkedAt: this.#checkedAt === null ? null : new Date(this.#checkedAt).toISOString(),
      onDemand: this.#isOn,
    };
  }

  /** Disk limit for installed models, in bytes. */
  get diskBytes(): number {
    return this.options.diskBytes;
  }

  /** A removed model may be downloaded again. */
  removed(pair: string): void {
    this.#installed.delete(pair);
  }

  get #isOn(): boolean {
    return this.options.enabled && !this.isForbidden;
  }

  /** Reads the source's catalogue, unless it is too early for a retry. Never rejects. */
  check(): Promise<void> {
    if (this.#now() < this.#checkAfter) return this.#checking ?? Promise.resolve();
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  /** Records that a pair's model was used. */
  used(pair: string): void {
    const now = this.#now();
    this.#used.set(pair, now);
    this.#unusable.delete(pair);
    if (now - (this.#touched.get(pair) ?? Number.NEGATIVE_INFINITY) < TOUCH_MS) return;
    this.#touched.set(pair, now);
    this.options.shelf.touch(pair).catch((error) => log.warn(describeError(error), "could not store a model's use"));
  }

  /**
   * Requests models on behalf of an account. Returns their progress, or null if they are not downloaded: disabled, no
   * source, a language that is not allowed, or too many requests by this account. Ignores installed models, unless they
   * are `unserved`: the engine can't use their files.
   */
  want(accountId: string, pairs: readonly KnownPair[], { unserved = false } = {}): readonly Fetching[] | null {
    if (!this.#isOn) return null;
    void this.check();
    const since = this.#now() - SERVES_WITHIN_MS;
    for (const name of unserved ? pairs.map(nameOf) : [])
      if ((this.#installed.get(name) ?? since) < since && this.#installed.delete(name)) this.#unusable.add(name);
    const missing = this.#missing(pairs);
    if (!missing.every((pair) => this.#mayFetch(pair))) return null;
    const isNew = missing.filter((pair) => !this.#wanted.has(nameOf(pair)));
    if (isNew.length > 0 && !this.#reachable) return null;
    const counted = this.#counted(missing);
    if (this.#shareWaitMs(accountId, counted) > 0) return null;
    if (counted > 0)
      this.#asked.set(accountId, [...this.#recent(accountId), ...Array<number>(counted).fill(this.#now())]);
    for (const pair of missing) {
      const name = nameOf(pair);
      const known = this.#wanted.get(name);
      if (known) known.demand += 1;
      else this.#wanted.set(name, { ...NEW, pair: name, downloadBytes: pair.downloadBytes });
    }
    this.#work();
    return missing.map((pair) => this.#view(this.#wanted.get(nameOf(pair))!));
  }

  /** Reason why the models of a pair are unavailable now; null if the account may use them, or none is downloaded. */
  unavailable(pairs: readonly KnownPair[], accountId?: string): Unavailable | null {
    if (!this.#isOn) return null;
    const missing = this.#missing(pairs);
    if (!missing.every((pair) => this.#isAllowed(pair))) return null;
    for (const pair of missing.map(nameOf)) {
      const failed = this.#failed.get(pair);
      const waitMs = (failed?.until ?? 0) - this.#now();
      if (failed && waitMs > 0) return { pair, reason: failed.reason, retryAfterSeconds: Math.ceil(waitMs / 1_000) };
      if (!this.#reachable && this.#wasReached && !this.#wanted.has(pair))
        return { pair, reason: "unreachable", retryAfterSeconds: SOURCE_RETRY_MS / 1_000 };
    }
    const [first] = missing;
    const waitMs =
      this.#reachable && accountId !== undefined ? this.#shareWaitMs(accountId, this.#counted(missing)) : 0;
    if (!first || waitMs <= 0) return null;
    return { pair: nameOf(first), reason: "limit", retryAfterSeconds: Math.ceil(waitMs / 1_000) };
  }

  /** Reason why no model translates a pair, from the models that could. */
  causeOf(pairs: readonly KnownPair[] | null): Cause {
    if (!pairs) return "no_engine";
    if (!this.#isOn || !pairs.every((pair) => this.#isAllowed(pair))) return "model_not_installed";
    return this.#reachable ? "model_unavailable" : "source_unreachable";
  }

  /** Progress of the requested models of a pair, until the engine serves it; otherwise null. */
  coming(pairs: readonly KnownPair[]): readonly Fetching[] | null {
    const missing = this.#missing(pairs);
    const wanted = missing.flatMap((pair) => this.#wanted.get(nameOf(pair)) ?? []);
    const since = this.#now() - SERVES_WITHIN_MS;
    const isNew = pairs.some((pair) => (this.#installed.get(nameOf(pair)) ?? since) > since);
    if (wanted.length < missing.length || (wanted.length === 0 && !isNew)) return null;
    return wanted.map((one) => this.#view(one));
  }

  /** Queued and running downloads, in order. */
  queue(): readonly Fetching[] {
    return [...this.#wanted.values()].sort(byDemand).map((one) => this.#view(one));
  }

  /** Pairs whose last download failed, with the reason. */
  get failed(): { pair: string; reason: ModelFault }[] {
    return [...this.#failed].map(([pair, { reason }]) => ({ pair, reason }));
  }

  /** Resolves when no download is queued or running. */
  async idle(): Promise<void> {
    await this.#checking;
    while (this.#working) await this.#working;
  }

  #missing(pairs: readonly KnownPair[]): readonly KnownPair[] {
    return pairs.filter((pair) => !this.#installed.has(nameOf(pair)));
  }

  #isAllowed({ source, target, status }: KnownPair): boolean {
    const { languages } = this.options;
    const isAllowed = (language: string) => language === "en" || languages === null || languages.includes(language);
    return status === "released" && isAllowed(source) && isAllowed(target);
  }

  #mayFetch(pair: KnownPair): boolean {
    return this.#isAllowed(pair) && (this.#failed.get(nameOf(pair))?.until ?? 0) <= this.#now();
  }

  /** Number of pairs that count towards an account's limit: a retry was already counted by its first request. */
  #counted(pairs: readonly KnownPair[]): number {
    return pairs.map(nameOf).filter((name) => !this.#wanted.has(name) && !this.#failed.has(name)).length;
  }

  /** Times within the last hour at which an account requested new models, oldest first. */
  #recent(accountId: string): readonly number[] {
    const since = this.#now() - HOUR_MS;
    return (this.#asked.get(accountId) ?? []).filter((at) => at > since);
  }

  /** Milliseconds until an account may request this many new models; 0 if it may now. */
  #shareWaitMs(accountId: string, count: number): number {
    const recent = this.#recent(accountId);
    const excess = recent.length + count - MAX_NEW_PER_ACCOUNT;
    return count > 0 && excess > 0 ? (recent[excess - 1] ?? this.#now()) + HOUR_MS - this.#now() : 0;
  }

  async #check(): Promise<void> {
    const wasReachable = this.#reachable;
    const isFirst = this.#checkedAt === null;
    try {
      const { models, offline } = await this.options.shelf.list();
      for (const { pair, installed } of models)
        if (!installed) this.#installed.delete(pair);
        else if (!this.#installed.has(pair)) this.#installed.set(pair, this.#now());
      this.#reachable = !offline;
      const offered = models.flatMap(({ source, target, offered }) => {
        const downloadBytes = offered && (offered.downloadBytes || estimatedBytes(offered.architecture));
        return downloadBytes ? [{ source, target, ...offered, downloadBytes }] : [];
      });
      if (offered.length > 0) setKnownPairs(offered);
    } catch (error) {
      this.#reachable = false;
      log.warn(describeError(error), "could not list the models");
    }
    this.#checkedAt = this.#now();
    this.#checkAfter = this.#now() + (this.#reachable ? HOUR_MS : SOURCE_RETRY_MS);
    if (this.#reachable) {
      this.#wasReached = true;
      for (const [pair, failed] of this.#failed)
        if (failed.reason === "unreachable") this.#failed.set(pair, { ...failed, until: 0 });
      return;
    }
    // Checks the source again without waiting for a request.
    if (this.#isOn) void setTimeout(SOURCE_RETRY_MS, undefined, { ref: false }).then(() => this.check());
    if (wasReachable || isFirst) log.warn("the source of language models is unreachable; retrying in the background");
  }

  #work(): void {
    this.#working ??= this.#fetchAll().finally(() => {
      this.#working = undefined;
      // A model may have been requested after the queue was empty.
      if (this.#wanted.size > 0) this.#work();
    });
  }

  async #fetchAll(): Promise<void> {
    for (let next = this.#next(); next; next = this.#next()) {
      if (await this.#fetch(next)) this.#wanted.delete(next.pair);
      else await setTimeout(ELSEWHERE_MS, undefined, { ref: false });
    }
  }

  #next(): Wanted | undefined {
    return [...this.#wanted.values()].sort(byDemand)[0];
  }

  /** Downloads a model. False if another process is installing it. */
  async #fetch(wanted: Wanted): Promise<boolean> {
    const { pair } = wanted;
    try {
      const { models } = await this.options.shelf.list();
      const present = models.find((model) => model.pair === pair)?.installed;
      if (!present || this.#unusable.has(pair)) {
        if (present?.pinned)
          throw new ModelError("damaged", `The files of ${pair} cannot be used. Install the model again.`);
        await this.#makeRoom(wanted);
        await this.options.shelf.install(pair, ({ phase, done, total }) => {
          wanted.done = done;
          if (total > 0) wanted.downloadBytes = total;
          wanted.isChecking = phase === "trial";
        });
        log.info({ pair }, "model installed");
      }
      this.#installed.set(pair, this.#now());
      this.#failed.delete(pair);
      this.used(pair);
    } catch (error) {
      if (isModelError(error) && error.code === "busy") {
        wanted.isElsewhere = true;
        return false;
      }
      const failures = (this.#failed.get(pair)?.failures ?? 0) + 1;
      const pauseMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LAST_RETRY_MS);
      const reason = isModelError(error) ? MODEL_FAULTS[error.code] : "disk";
      this.#failed.set(pair, { reason, failures, until: this.#now() + pauseMs });
      log.warn({ pair, ...describeError(error) }, "could not install a model; retrying later");
    }
    return true;
  }

  /** Removes the least recently used downloaded models to make space. Rejects if one alone exceeds the budget. */
  async #makeRoom({ pair, downloadBytes }: Wanted): Promise<void> {
    const { shelf, diskBytes } = this.options;
    const needed = downloadBytes * UNPACKED;
    if (needed > diskBytes) throw new ModelError("disk_full", `The limit MODELS_DISK_MB leaves no space for ${pair}.`);
    const { models } = await shelf.list();
    const installed = models.flatMap(({ pair, installed }) =>
      installed && !installed.pinned
        ? [{ pair, bytes: installed.bytes, usedAt: this.#used.get(pair) ?? installed.usedAt ?? 0 }]
        : [],
    );
    installed.sort((a, b) => a.usedAt - b.usedAt);
    let total = installed.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { pair, bytes } of installed) {
      if (total + needed <= diskBytes) return;
      if (await shelf.remove(pair)) total -= bytes;
      this.removed(pair);
      log.info({ pair }, "evicted the least recently used model");
    }
  }

  #view({ pair, downloadBytes, done, isChecking, isElsewhere }: Wanted): Fetching {
    const phase = isChecking ? "checking" : done > 0 || isElsewhere ? "downloading" : "queued";
    const progress = downloadBytes > 0 ? Math.min(Math.round((done / downloadBytes) * 100) / 100, 1) : 0;
    return { pair, phase, progress, downloadBytes };
  }
}

function nameOf({ source, target }: KnownPair): string {
  return `${source}-${target}`;
}

/** A running download stays first, and one by another process is last. */
function byDemand(a: Wanted, b: Wanted): number {
  const isRunning = ({ done, isChecking }: Wanted) => Number(done > 0 || isChecking);
  return Number(a.isElsewhere) - Number(b.isElsewhere) || isRunning(b) - isRunning(a) || b.demand - a.demand;
}
