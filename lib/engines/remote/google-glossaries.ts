import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { EngineError, type EngineGlossary } from "@/lib/engines/engine";
import { capitalised } from "@/lib/text/words";
import type { VendorDirection } from "./engine";
import { type Call, type TimeLimit, VendorFault } from "./http";
import { asTsv, type GlossaryStore, type GlossaryTask, KeptGlossaries, surplusOf } from "./kept-glossaries";

/** Sends a request as the service account. Paths are relative to the service's address. */
export type GoogleSend = <T>(call: Call, schema: z.ZodType<T>, patience: TimeLimit) => Promise<T>;

export type GoogleGlossaryOptions = {
  /** Cloud Storage bucket, without `gs://`. */
  readonly bucket: string;
  /** `projects/P/locations/L` */
  readonly parent: () => string;
  readonly translation: GoogleSend;
  readonly storage: GoogleSend;
  /** Milliseconds between two checks of a glossary being created: the first pause, which doubles, and the longest. */
  readonly pollMs?: { readonly first: number; readonly longest: number };
};

/** Ids of operations and glossaries become part of paths. */
const Name = z.string().regex(/^projects\/[\w.:-]+(?:\/[\w.-]+)+$/);
const Operation = z.object({
  name: Name,
  done: z.boolean().default(false),
  error: z.object({ code: z.number().default(0) }).optional(),
});
type Operation = z.output<typeof Operation>;
const Page = z.object({
  glossaries: z.array(z.object({ name: z.string(), submitTime: z.string().default("") })).default([]),
  nextPageToken: z.string().default(""),
});

/** Prefix of the ids created here, so that other glossaries of the project are never deleted. */
const PREFIX = "dragoman-";
const HASH_LENGTH = 16;
const MAX_PAGES = 50;
const POLL_MS = { first: 500, longest: 10_000 };
/** Milliseconds that Google may take to create a glossary, which usually takes less than a minute. */
const CREATION_MS = 600_000;
/** Milliseconds that a translation waits for a new glossary. Without it, terms are only checked afterwards. */
const WAIT_MS = 2_000;

/**
 * Glossaries of Cloud Translation v3 (cloud.google.com/translate, "Creating and using glossaries"), created from files
 * in a Cloud Storage bucket. They are never changed: the id contains a hash of the entries, and other versions are
 * deleted when a new one is complete.
 */
export class GoogleGlossaries implements GlossaryStore {
  readonly kept = new KeptGlossaries(this);
  /** Name prefixes of the glossaries that this process uses. */
  readonly #families = new Set<string>();

  constructor(private readonly options: GoogleGlossaryOptions) {}

  /** The name of the complete glossary; undefined if there is none yet. */
  async nameFor(glossary: EngineGlossary, direction: VendorDirection): Promise<string | undefined> {
    // Without the caller's deadline, because later requests use the glossary, too.
    const made = this.kept.idFor(glossary, direction, { deadline: Date.now() + CREATION_MS }).catch(() => undefined);
    return Promise.race([made, pause(WAIT_MS, undefined, { ref: false })]);
  }

  async write({ name, entries, direction, patience }: GlossaryTask): Promise<string> {
    const tsv = asTsv(withSentenceStarts(entries));
    const family = `${PREFIX}${hash(name)}-`;
    const id = family + hash(tsv);
    this.#families.add(family);
    if (!(await this.#exists(id, patience))) {
      await this.#upload(id, tsv, patience);
      await this.#create(id, direction, patience);
      // Versions that can't be deleted now are deleted the next time.
      await this.#tidy(id, patience).catch(() => {});
    }
    return this.#nameOf(id);
  }

  #nameOf(id: string): string {
    return `${this.options.parent()}/glossaries/${id}`;
  }

  async #exists(id: string, patience: TimeLimit): Promise<boolean> {
    return isDone(
      this.options.translation({ method: "GET", path: `/v3/${this.#nameOf(id)}` }, z.unknown(), patience),
      404,
    );
  }

  async #upload(id: string, tsv: string, patience: TimeLimit): Promise<void> {
    const query = new URLSearchParams({ uploadType: "media", name: objectOf(id) });
    const path = `/upload/storage/v1/b/${encodeURIComponent(this.options.bucket)}/o?${query}`;
    const headers = { "content-type": "text/tab-separated-values; charset=utf-8" };
    await this.options.storage({ path, headers, body: tsv }, z.unknown(), patience);
  }

  async #create(id: string, { from, to }: VendorDirection, patience: TimeLimit): Promise<void> {
    const body = {
      name: this.#nameOf(id),
      languagePair: { sourceLanguageCode: from, targetLanguageCode: to },
      inputConfig: { gcsSource: { inputUri: `gs://${this.options.bucket}/${objectOf(id)}` } },
    };
    let operation: Operation | undefined;
    const path = `/v3/${this.options.parent()}/glossaries`;
    // 409: another process is creating it.
    const isOurs = await isDone(
      this.options.translation({ path, body }, Operation, patience).then((begun) => {
        operation = begun;
      }),
      409,
    );
    const isReady = async (): Promise<boolean> => {
      if (!isOurs || !operation) return this.#exists(id, patience);
      if (!operation.done)
        operation = await this.options.translation(
          { method: "GET", path: `/v3/${operation.name}` },
          Operation,
          patience,
        );
      if (operation.error)
        throw new EngineError("unavailable", "google", `google created no glossary: code ${operation.error.code}.`);
      return operation.done;
    };
    const { first, longest } = this.options.pollMs ?? POLL_MS;
    for (let wait = first; !(await isReady()); wait = Math.min(longest, wait * 2)) {
      if (Date.now() + wait >= patience.deadline)
        throw new EngineError("unavailable", "google", "google took too long to create a glossary.");
      await pause(wait, undefined, { ref: false });
    }
  }

  /** Deletes other versions of a new glossary, and glossaries beyond the limit. */
  async #tidy(id: string, patience: TimeLimit): Promise<void> {
    const { bucket, translation, storage } = this.options;
    const found = await this.#list(patience);
    const old = found.filter(({ name }) => name !== id && familyOf(name) === familyOf(id));
    const rest = found.filter(({ name }) => familyOf(name) !== familyOf(id));
    for (const { name } of [...old, ...surplusOf(rest, (other) => this.#families.has(familyOf(other)))]) {
      await translation({ method: "DELETE", path: `/v3/${this.#nameOf(name)}` }, z.unknown(), patience);
      const path = `/storage/v1/b/${encodeURIComponent(bucket)}/o/${encodeURIComponent(objectOf(name))}`;
      await isDone(storage({ method: "DELETE", path }, z.unknown(), patience), 404);
    }
  }

  /** The glossaries created here, by id. */
  async #list(patience: TimeLimit): Promise<{ readonly name: string; readonly createdAt: string }[]> {
    const found: { name: string; createdAt: string }[] = [];
    let pageToken = "";
    for (let page = 0; page < MAX_PAGES; page++) {
      const query = new URLSearchParams({ pageSize: "1000", ...(pageToken ? { pageToken } : {}) });
      const path = `/v3/${this.options.parent()}/glossaries?${query}`;
      const { glossaries, nextPageToken } = await this.options.translation({ method: "GET", path }, Page, patience);
      for (const { name, submitTime } of glossaries)
        found.push({ name: name.split("/").at(-1)!, createdAt: submitTime });
      pageToken = nextPageToken;
      if (!pageToken) break;
    }
    return found.filter(({ name }) => name.startsWith(PREFIX));
  }
}

const objectOf = (id: string): string => `dragoman/${id.slice(PREFIX.length)}.tsv`;
const familyOf = (id: string): string => id.slice(0, id.lastIndexOf("-") + 1);
const hash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, HASH_LENGTH);

/** Google matches case exactly, so a term in lower case needs another entry for the start of a sentence. */
function withSentenceStarts(entries: ReadonlyMap<string, string>): Map<string, string> {
  const starts = [...entries].map(([source, target]) => [capitalised(source), capitalised(target)] as const);
  return new Map([...starts, ...entries]);
}

/** Resolves with true, or with false if Google answers with one of the statuses. */
async function isDone(request: Promise<unknown>, refusal: number): Promise<boolean> {
  try {
    await request;
    return true;
  } catch (error) {
    if (error instanceof VendorFault && error.status === refusal) return false;
    throw error;
  }
}
