import { type EngineGlossary, isEngineError } from "@/lib/engines/engine";
import type { VendorDirection } from "./engine";
import { type TimeLimit, VendorFault } from "./http";

/** The terms and languages from which a vendor's glossary is created. */
export type GlossaryTask = {
  /** The same for all versions of a glossary in one direction. */
  readonly name: string;
  /** Never empty. Contains no control characters and each source once. */
  readonly entries: ReadonlyMap<string, string>;
  readonly direction: VendorDirection;
  readonly patience: TimeLimit;
  /** True if this process uses the glossary with a name. */
  readonly isUsed: (name: string) => boolean;
};

export type GlossaryStore = {
  /** Creates or updates the vendor's glossary and returns its id. Calls never overlap. */
  write(task: GlossaryTask): Promise<string>;
  /** Called when cached data about the vendor's glossaries may be outdated. */
  reset?(): void;
};

/** Vendors limit the number of glossaries: beyond this number, those unused here are deleted, oldest first. */
const MAX_GLOSSARIES = 500;
/** Maximum UTF-8 bytes of a source or target, and of all entries: the limits of DeepL and Google. */
const MAX_ENTRY_BYTES = 1_024;
const MAX_BYTES = 10 * 1024 * 1024;
/** Milliseconds before creating glossaries is tried again after a failure, such as the limit of a free plan. */
const RETRY_MS = 600_000;

/** A glossary at the vendor, and the terms last written to it. */
type WrittenGlossary = { readonly id: string; readonly terms: EngineGlossary["terms"] };

/** Glossaries at a vendor that mirror ours: one per glossary and direction, created and updated when needed. */
export class KeptGlossaries {
  readonly #written = new Map<string, WrittenGlossary>();
  /** Changes run one after another, so that no glossary is created twice. */
  #changing: Promise<unknown> = Promise.resolve();
  #retryAfter = 0;
  #fault: string | undefined;

  constructor(private readonly store: GlossaryStore) {}

  /** Reason for operators why the vendor stores no glossary now. */
  get fault(): string | undefined {
    return Date.now() < this.#retryAfter ? this.#fault : undefined;
  }

  /** The vendor's id, or undefined if the glossary can't be stored there; texts can still be translated. */
  async idFor(glossary: EngineGlossary, direction: VendorDirection, patience: TimeLimit): Promise<string | undefined> {
    const name = `${glossary.key} ${direction.source}-${direction.target}`;
    const known = this.#written.get(name);
    if (known?.terms === glossary.terms) return known.id;
    if (Date.now() < this.#retryAfter) return undefined;
    const written = this.#changing.then(() => this.#write(name, glossary.terms, direction, patience));
    this.#changing = written.catch(() => {});
    try {
      return await written;
    } catch (error) {
      if (isEngineError(error) && (error.code === "aborted" || error.code === "timeout")) throw error;
      this.store.reset?.();
      this.#retryAfter = Date.now() + RETRY_MS;
      this.#fault = isEngineError(error) ? error.message : "The glossary could not be written.";
      return undefined;
    }
  }

  /** Sends a request with a glossary, or without it if the vendor no longer has it: terms are checked afterwards. */
  async use<T>(id: string | undefined, send: (id?: string) => Promise<T>): Promise<T> {
    try {
      return await send(id);
    } catch (error) {
      if (!id || !(error instanceof VendorFault && (error.status === 400 || error.status === 404))) throw error;
      for (const [name, kept] of this.#written) if (kept.id === id) this.#written.delete(name);
      this.store.reset?.();
      return send();
    }
  }

  async #write(
    name: string,
    terms: EngineGlossary["terms"],
    direction: VendorDirection,
    patience: TimeLimit,
  ): Promise<string | undefined> {
    const known = this.#written.get(name);
    if (known?.terms === terms) return known.id;
    if (Date.now() < this.#retryAfter) return undefined;
    const entries = entriesOf(terms);
    if (entries.size === 0) return undefined;
    const isUsed = (other: string): boolean => this.#written.has(other);
    const id = await this.store.write({ name, entries, direction, patience, isUsed });
    this.#written.set(name, { id, terms });
    return id;
  }
}

/** Tab-separated lines, which all vendors accept. */
export function asTsv(entries: ReadonlyMap<string, string>): string {
  return [...entries].map(([source, target]) => `${source}\t${target}`).join("\n");
}

/** The glossaries to delete before another one is created. */
export function surplusOf<T extends { readonly name: string; readonly createdAt: string }>(
  found: readonly T[],
  isUsed: (name: string) => boolean,
): T[] {
  const unused = found.filter(({ name }) => !isUsed(name)).sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  return unused.slice(0, Math.max(0, found.length + 1 - MAX_GLOSSARIES));
}

function entriesOf(terms: EngineGlossary["terms"]): Map<string, string> {
  const entries = new Map<string, string>();
  let bytes = 0;
  for (const term of terms) {
    const [source, target] = [clean(term.source), clean(term.target)];
    if (!isSendable(source) || !isSendable(target) || entries.has(source)) continue;
    bytes += Buffer.byteLength(source) + Buffer.byteLength(target) + 2;
    if (bytes > MAX_BYTES) break;
    entries.set(source, target);
  }
  return entries;
}

function clean(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

function isSendable(text: string): boolean {
  return text !== "" && Buffer.byteLength(text) <= MAX_ENTRY_BYTES;
}
