import { randomUUID } from "node:crypto";
import { copyFile, mkdir, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { countModelInstall } from "@/lib/base/metrics";
import { ModelThread } from "@/lib/engines/bergamot/thread";
import { CatalogueReader, type Sources } from "./catalogue";
import { asModelError, downloadFile, type OpenTarget } from "./download";
import { findImportable, type Importable, unpackArchives } from "./importable";
import { type InstalledModel, LAST_USE, listInstalled, MANIFEST, readInstalled } from "./installed";
import { filesOf, type Manifest, type ModelFile, type ModelSet, type OfferStatus } from "./manifest";
import { ModelError } from "./model-error";
import { compareVersions, downloadSize, type Offer } from "./offer";
import { withPairLock } from "./pair-lock";

/** Progress of an installation; `total` is 0 if unknown. */
export type Progress = {
  readonly pair: string;
  readonly phase: "download" | "trial";
  /** Number of compressed bytes received. */
  readonly done: number;
  readonly total: number;
};
export type OnProgress = (progress: Progress) => void;

export type InstallOptions = {
  readonly signal?: AbortSignal | undefined;
  readonly experimental?: boolean;
  /** True if a request caused the download, so that the disk limit may remove the model. */
  readonly onDemand?: boolean;
};

/** A pair that is installed, can be installed, or both. */
export type ModelStatus = {
  readonly pair: string;
  readonly source: string;
  readonly target: string;
  readonly installed: InstalledModel | null;
  /** `downloadBytes` is 0 if unknown. */
  readonly offered: {
    readonly version: string;
    readonly architecture: string;
    readonly status: OfferStatus;
    readonly downloadBytes: number;
  } | null;
  /** True if the offer is newer than the installed model. */
  readonly hasUpdate: boolean;
};

export type StoreOptions = {
  /** Folder of installed models. */
  readonly models: string;
  readonly sources: Sources;
  /** Loads a model and translates a sentence with it; rejects if that fails. */
  readonly trial?: (folder: string, set: ModelSet) => Promise<void>;
  readonly openTarget?: OpenTarget;
};

/** Licence of Mozilla's models. */
export const LICENSE = "MPL-2.0";
/** Attempts to resume a download before another source is used. */
const TRIES = 3;

/** Installs, updates and removes models. An engine with the same folder sees each change completely or not at all. */
export class ModelStore {
  readonly #catalogue: CatalogueReader;
  /** Running installations by pair; a second request for the same pair joins the first. */
  readonly #installing = new Map<string, Promise<InstalledModel>>();
  /** Pairs that this store is changing: the lock between processes does not exclude other work in the same process. */
  readonly #changing = new Set<string>();

  constructor(private readonly options: StoreOptions) {
    this.#catalogue = new CatalogueReader(options.sources);
  }

  /** Every pair that is installed or offered; offline only the installed ones. */
  async list(): Promise<{ readonly models: readonly ModelStatus[]; readonly offline: boolean }> {
    const installed = new Map((await listInstalled(this.options.models)).map((model) => [pairOf(model), model]));
    const catalogue = await this.#catalogue.read().catch((error) => {
      if (error instanceof ModelError) return null;
      throw error;
    });
    const pairs = [...new Set([...installed.keys(), ...(catalogue?.keys() ?? [])])].sort();
    const models = pairs.map((pair): ModelStatus => {
      const model = installed.get(pair) ?? null;
      const [offer] = catalogue?.get(pair) ?? [];
      const { source, target } = (model ?? offer)!;
      const offered = offer && {
        version: offer.version,
        architecture: offer.architecture,
        status: offer.status,
        downloadBytes: downloadSize(offer),
      };
      return { pair, source, target, installed: model, offered: offered ?? null, hasUpdate: isNewer(offer, model) };
    });
    return { models, offline: catalogue === null };
  }

  /**
   * Installs the best model of a pair, such as `en-de`, or a newer version: only a released one, or with `experimental`
   * any. Rejects with {@link ModelError}.
   */
  install(pair: string, onProgress: OnProgress = () => {}, options: InstallOptions = {}): Promise<InstalledModel> {
    const running = this.#installing.get(pair);
    if (running) return running;
    const started = this.#install(pair, onProgress, options).finally(() => this.#installing.delete(pair));
    started.then(
      () => countModelInstall("installed"),
      (error: unknown) => countModelInstall(error instanceof ModelError ? error.code : "fault"),
    );
    this.#installing.set(pair, started);
    return started;
  }

  /** Installs newer models. Returns the changed pairs. */
  async update(onProgress?: OnProgress): Promise<readonly string[]> {
    // Rejects without a connection, where list() would just show no updates.
    await this.#catalogue.read();
    const { models } = await this.list();
    const newer = models.filter(({ hasUpdate }) => hasUpdate);
    for (const { pair, installed } of newer)
      await this.install(pair, onProgress, { experimental: true, onDemand: installed?.pinned === false });
    return newer.map(({ pair }) => pair);
  }

  /** Removes a pair's models. False if none are installed. */
  async remove(pair: string): Promise<boolean> {
    const folder = this.#folder(pair);
    if (!(await readInstalled(folder))) return false;
    await this.#change(pair, async () => {
      await rm(path.join(folder, MANIFEST));
      await cleanUp(folder, null);
    });
    await rm(folder, { recursive: true, force: true });
    return true;
  }

  /** Deletes an unwanted partial download and keeps installed models. */
  async discard(pair: string): Promise<void> {
    const folder = this.#folder(pair);
    const installed = await readInstalled(folder);
    await this.#change(pair, () => cleanUp(folder, installed?.set ?? null));
    if (!installed) await rm(folder, { recursive: true, force: true });
  }

  /**
   * Installs every model found below a folder, in files or ZIP archives. Returns their pairs, and the names of model
   * files without a vocabulary. Rejects with {@link ModelError}.
   */
  async importFolder(from: string): Promise<{ pairs: string[]; incomplete: string[] }> {
    const unpacked = path.join(this.options.models, `.import-${randomUUID()}`);
    try {
      const archives = await unpackArchives(from, unpacked);
      const { found, incomplete } = await findImportable(archives > 0 ? unpacked : from, from);
      for (const importable of found) await this.#import(importable);
      return { pairs: found.map(pairOf), incomplete };
    } finally {
      await rm(unpacked, { recursive: true, force: true });
    }
  }

  /** Copies the installed models, or some pairs, into a folder that another server can import. Returns the pairs. */
  async exportTo(folder: string, pairs: readonly string[]): Promise<readonly string[]> {
    const installed = await listInstalled(this.options.models);
    const chosen = installed.filter((model) => pairs.length === 0 || pairs.includes(pairOf(model)));
    const missing = pairs.find((pair) => !chosen.some((model) => pairOf(model) === pair));
    if (missing) throw new ModelError("not_offered", `${missing} is not installed.`);
    for (const model of chosen) {
      const into = path.join(folder, pairOf(model));
      try {
        await mkdir(into, { recursive: true });
        for (const name of [...filesOf(model.set).map(({ sha256 }) => sha256), MANIFEST])
          await copyFile(path.join(model.folder, name), path.join(into, name));
      } catch (error) {
        throw asModelError(error);
      }
    }
    return chosen.map(pairOf);
  }

  async #install(
    pair: string,
    onProgress: OnProgress,
    { signal, experimental = false, onDemand = false }: InstallOptions,
  ): Promise<InstalledModel> {
    const all = (await this.#catalogue.read()).get(pair);
    const status = all?.[0]?.status;
    if (!all || !status) throw new ModelError("not_offered", `There is no model for ${pair}.`);
    if (status !== "released" && !experimental)
      throw new ModelError("not_offered", `The model for ${pair} is not released (${status}).`);
    const offers = all.filter((offer) => offer.status === status);
    return this.#change(pair, async () => {
      let failure: unknown;
      for (const offer of offers) {
        try {
          return await this.#installOffer(offer, onProgress, !onDemand, signal);
        } catch (thrown) {
          const error = asModelError(thrown);
          failure ??= error;
          this.#catalogue.expire();
          if (!(error instanceof ModelError) || error.code === "disk_full" || signal?.aborted) throw error;
        }
      }
      throw failure;
    });
  }

  async #installOffer(
    offer: Offer,
    onProgress: OnProgress,
    pinned: boolean,
    signal?: AbortSignal,
  ): Promise<InstalledModel> {
    const pair = pairOf(offer);
    const folder = this.#folder(pair);
    const total = downloadSize(offer);
    const files = new Map<string, ModelFile>();
    let before = 0;
    for (const file of offer.files) {
      let done = 0;
      const progress = (bytes: number): void => {
        done = bytes;
        onProgress({ pair, phase: "download", done: before + bytes, total });
      };
      const { openTarget } = this.options;
      const options = { proxy: this.options.sources.proxy, signal, openTarget, progress };
      files.set(file.kind, await persistently(() => downloadFile(file, folder, options), signal));
      before += done;
    }
    onProgress({ pair, phase: "trial", done: total, total });
    const { source, target, version, architecture, origin, precision, status } = offer;
    const set = setOf(files, precision);
    return this.#commit(folder, { source, target, version, architecture, origin, status, pinned, set });
  }

  async #import({ source, target, version, architecture, precision, copyInto }: Importable): Promise<void> {
    const pair = `${source}-${target}`;
    const folder = this.#folder(pair);
    await this.#change(pair, async () => {
      const set = setOf(await copyInto(folder), precision);
      const facts = { source, target, version, architecture: architecture ?? architectureOf(set), set };
      await this.#commit(folder, { ...facts, origin: "import", pinned: true });
    });
  }

  /** Tests the model, then makes it the installed one. If the test fails, the previous model stays installed. */
  async #commit(
    folder: string,
    facts: Pick<Manifest, "source" | "target" | "version" | "architecture" | "origin" | "status" | "pinned" | "set">,
  ): Promise<InstalledModel> {
    const before = await readInstalled(folder);
    try {
      await (this.options.trial ?? tryModel)(folder, facts.set);
    } catch (cause) {
      await cleanUp(folder, before?.set ?? null);
      throw new ModelError("unusable", `The model for ${pairOf(facts)} does not translate.`, { cause });
    }
    const manifest: Manifest = { format: 1, license: LICENSE, installedAt: new Date().toISOString(), ...facts };
    const draft = path.join(folder, `${MANIFEST}.draft`);
    await writeFile(draft, `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
    await rename(draft, path.join(folder, MANIFEST));
    await syncFolder(folder);
    await cleanUp(folder, manifest.set);
    return { ...manifest, folder };
  }

  /** Runs changes of a pair one after another across all processes. Rejects with ModelError `busy`. */
  async #change<T>(pair: string, work: () => Promise<T>): Promise<T> {
    const folder = this.#folder(pair);
    if (this.#changing.has(pair)) throw new ModelError("busy", `The models of ${pair} are being changed.`);
    this.#changing.add(pair);
    return withPairLock(folder, work).finally(() => this.#changing.delete(pair));
  }

  #folder(pair: string): string {
    if (!/^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)+$/.test(pair))
      throw new ModelError("not_offered", "This is not a language pair.");
    return path.join(this.options.models, pair);
  }
}

function pairOf({ source, target }: { readonly source: string; readonly target: string }): string {
  return `${source}-${target}`;
}

function isNewer(offer: Offer | undefined, installed: InstalledModel | null): boolean {
  if (!offer || !installed || (offer.status !== "released" && offer.status !== installed.status)) return false;
  return compareVersions(offer.version, installed.version) > 0;
}

async function persistently<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const isBroken = error instanceof ModelError && error.code === "interrupted";
      if (!isBroken || tries === TRIES || signal?.aborted) throw error;
    }
  }
}

function setOf(files: ReadonlyMap<string, ModelFile>, precision: ModelSet["precision"]): ModelSet {
  const lex = files.get("lex");
  const vocabs = ["vocab", "srcvocab", "trgvocab"].flatMap((kind) => files.get(kind) ?? []);
  return { model: files.get("model")!, ...(lex ? { lex } : {}), vocabs, precision };
}

/** Architecture estimated from the size if unknown: tiny models have 17 MB, base-memory models 32. */
function architectureOf({ model }: ModelSet): string {
  return model.size < 20e6 ? "tiny" : "base-memory";
}

async function tryModel(folder: string, set: ModelSet): Promise<void> {
  const thread = new ModelThread();
  try {
    await thread.load(folder, set);
  } finally {
    thread.end();
  }
}

/** Removes files that don't belong to the model: earlier versions and partial downloads. */
async function cleanUp(folder: string, set: ModelSet | null): Promise<void> {
  const kept = new Set([MANIFEST, LAST_USE, ".lock", ...(set ? filesOf(set).map(({ sha256 }) => sha256) : [])]);
  for (const name of await readdir(folder)) {
    if (!kept.has(name)) await rm(path.join(folder, name), { force: true });
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}
