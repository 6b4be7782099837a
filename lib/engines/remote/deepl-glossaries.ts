import { z } from "zod";
import { type EngineGlossary, isEngineError } from "@/lib/engines/engine";
import type { VendorDirection } from "./engine";
import { type Call, type HttpOptions, requestJson, type TimeLimit, VendorFault } from "./http";

const Glossary = z.object({ glossary_id: z.string(), name: z.string(), creation_time: z.string().default("") });
const Glossaries = z.object({ glossaries: z.array(Glossary) });
type Glossary = z.output<typeof Glossary>;

/** Start of the names of the glossaries made here, so that no other glossary of the account is ever changed. */
const PREFIX = "Dragoman ";
/** DeepL allows 1,000 glossaries per account: beyond this number those unused here are deleted, oldest first. */
const MAX_GLOSSARIES = 500;
/** UTF-8 bytes of a source or target, and of all entries. */
const MAX_ENTRY_BYTES = 1_024;
const MAX_BYTES = 10 * 1024 * 1024;
/** Milliseconds before glossaries are tried again after a failure, such as the free plan's limit of one. */
const RETRY_MS = 600_000;

/** A glossary at DeepL, and the terms it was last written with. */
type WrittenGlossary = { readonly id: string; readonly terms: EngineGlossary["terms"] };

/**
 * Keeps glossaries at DeepL in step with ours (developers.deepl.com, "Glossaries", v3): one per glossary and direction,
 * created when first needed, rewritten when its terms have changed since. The terms are written once per process even if
 * they are there already, because DeepL does not say what a glossary contains without sending it all.
 */
export class DeeplGlossaries {
  readonly #written = new Map<string, WrittenGlossary>();
  /** One change at a time, so that no glossary is created twice. */
  #changing: Promise<unknown> = Promise.resolve();
  #found: Map<string, Glossary> | undefined;
  #retryAfter = 0;

  constructor(
    private readonly http: HttpOptions,
    private readonly headers: Readonly<Record<string, string>>,
  ) {}

  /** The id of the glossary at DeepL, or undefined if it cannot be kept there: translation works without it. */
  async idFor(glossary: EngineGlossary, direction: VendorDirection, patience: TimeLimit): Promise<string | undefined> {
    const name = `${PREFIX}${glossary.key} ${direction.source}-${direction.target}`;
    const known = this.#written.get(name);
    if (known?.terms === glossary.terms) return known.id;
    if (Date.now() < this.#retryAfter) return undefined;
    const written = this.#changing.then(() => this.#write(name, glossary.terms, direction, patience));
    this.#changing = written.catch(() => {});
    try {
      return await written;
    } catch (error) {
      if (isEngineError(error) && (error.code === "aborted" || error.code === "timeout")) throw error;
      this.#found = undefined;
      this.#retryAfter = Date.now() + RETRY_MS;
      return undefined;
    }
  }

  /** Forgets a glossary that DeepL no longer has. */
  forget(id: string): void {
    for (const [name, kept] of this.#written) if (kept.id === id) this.#written.delete(name);
    this.#found = undefined;
  }

  async #write(
    name: string,
    terms: EngineGlossary["terms"],
    { from, to }: VendorDirection,
    patience: TimeLimit,
  ): Promise<string | undefined> {
    const known = this.#written.get(name);
    if (known?.terms === terms) return known.id;
    const entries = entriesOf(terms);
    if (entries === "") return undefined;
    // Glossaries have languages without variants: `en` serves `EN-GB`.
    const [source_lang, target_lang] = [baseCode(from), baseCode(to)];
    const dictionary = { source_lang, target_lang, entries, entries_format: "tsv" };
    this.#found ??= await this.#list(patience);
    const found = this.#found.get(name);
    if (!found || !(await this.#replace(found, dictionary, patience))) {
      await this.#makeRoom(patience);
      const body = { name, dictionaries: [dictionary] };
      this.#found.set(name, await this.#send({ path: "/v3/glossaries", body }, Glossary, patience));
    }
    const id = this.#found.get(name)!.glossary_id;
    this.#written.set(name, { id, terms });
    return id;
  }

  /** False if somebody has deleted it. */
  async #replace({ glossary_id }: Glossary, dictionary: object, patience: TimeLimit): Promise<boolean> {
    const path = `/v3/glossaries/${encodeURIComponent(glossary_id)}/dictionaries`;
    try {
      await this.#send({ method: "PUT", path, body: dictionary }, z.unknown(), patience);
      return true;
    } catch (error) {
      if (error instanceof VendorFault && error.status === 404) return false;
      throw error;
    }
  }

  async #list(patience: TimeLimit): Promise<Map<string, Glossary>> {
    const { glossaries } = await this.#send({ method: "GET", path: "/v3/glossaries" }, Glossaries, patience);
    return new Map(glossaries.filter(({ name }) => name.startsWith(PREFIX)).map((one) => [one.name, one]));
  }

  async #makeRoom(patience: TimeLimit): Promise<void> {
    const found = this.#found!;
    const unused = [...found.values()].filter(({ name }) => !this.#written.has(name));
    unused.sort((a, b) => a.creation_time.localeCompare(b.creation_time));
    for (const { glossary_id, name } of unused.slice(0, Math.max(0, found.size + 1 - MAX_GLOSSARIES))) {
      const path = `/v3/glossaries/${encodeURIComponent(glossary_id)}`;
      await this.#send({ method: "DELETE", path }, z.unknown(), patience);
      found.delete(name);
    }
  }

  #send<T>(call: Call, schema: z.ZodType<T>, patience: TimeLimit): Promise<T> {
    return requestJson(this.http, { ...call, headers: this.headers }, schema, patience);
  }
}

function baseCode(code: string): string {
  return code.split("-")[0]!.toLowerCase();
}

/** The terms as DeepL takes them: tab-separated, each source once, without control characters. */
function entriesOf(terms: EngineGlossary["terms"]): string {
  const lines = new Map<string, string>();
  let bytes = 0;
  for (const term of terms) {
    const [source, target] = [clean(term.source), clean(term.target)];
    if (!isSendable(source) || !isSendable(target) || lines.has(source)) continue;
    const line = `${source}\t${target}`;
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > MAX_BYTES) break;
    lines.set(source, line);
  }
  return [...lines.values()].join("\n");
}

function clean(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

function isSendable(text: string): boolean {
  return text !== "" && Buffer.byteLength(text) <= MAX_ENTRY_BYTES;
}
