import { isRecord } from "@/lib/base/records";
import { readJson, readText, refuseEncoding } from "@/lib/http/api/body";
import type { ApiRequest } from "@/lib/http/api/endpoint";
import { readMultipart, type Upload, type UploadLimits } from "@/lib/http/api/multipart";
import { type Limits, textBodyBytes } from "@/lib/identity/quota/tiers";

/** The parameters of a request, from the query, a form or a JSON object. Unknown parameters are ignored. */
export class Fields {
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values;
  }

  has(name: string): boolean {
    return this.#values[name] !== undefined && this.#values[name] !== null;
  }

  /** The value in the form in which it was sent. */
  raw(name: string): unknown {
    return this.#values[name];
  }

  /** A single text; null if missing, empty or of another type. */
  text(name: string): string | null {
    const value = this.#values[name];
    const one = Array.isArray(value) ? value[0] : value;
    return typeof one === "string" && one !== "" ? one : null;
  }

  /** All texts of a repeated field or an array; null if a value is no text. */
  texts(name: string): readonly string[] | null {
    const values = this.has(name) ? [this.#values[name]].flat() : [];
    return values.every((value): value is string => typeof value === "string") ? values : null;
  }

  /** True for `1`, `"1"`, `true` and `"true"`. */
  flag(name: string): boolean {
    return ["1", "true"].includes(String(this.#values[name]).toLowerCase());
  }

  /** Converts names such as `mime_type` to `mimeType`, because JSON of protocol buffers allows both. */
  inCamelCase(): Fields {
    const named = ([name, value]: [string, unknown]) =>
      [name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), value] as const;
    return new Fields(Object.fromEntries(Object.entries(this.#values).map(named)));
  }

  keys(): readonly string[] {
    return Object.keys(this.#values);
  }
}

/** Limits of the body: the caller's, or the highest ones if the body contains the key. */
export type BodyLimits = UploadLimits & { readonly limits: Pick<Limits, "fileBytes" | "batchCharacters"> };

export type ReadBody = {
  readonly fields: Fields;
  readonly file: Upload | null;
  /** The JSON body as sent, which may be something other than an object. */
  readonly json?: unknown;
};

export function queryFields(request: ApiRequest): Record<string, unknown> {
  return formFields(new URL(request.url).search);
}

/**
 * Reads a form, a multipart form or a JSON object, depending on the content; also from a GET, in whose body
 * deepl-python sends its parameters. Throws 400, 413 and 415.
 */
export async function readFields(request: ApiRequest, limits: BodyLimits): Promise<ReadBody> {
  const query = queryFields(request);
  const mayLackBody = request.method === "GET" || request.method === "HEAD";
  if (mayLackBody && !(Number(request.headers.get("content-length")) > 0))
    return { fields: new Fields(query), file: null };
  refuseEncoding(request);
  const type = (request.headers.get("content-type") ?? "").toLowerCase();
  const maxBytes = textBodyBytes(limits.limits.batchCharacters);
  if (type.startsWith("multipart/form-data")) {
    const { fields, file } = await readMultipart(request, limits, maxBytes);
    return { fields: new Fields({ ...query, ...fields }), file };
  }
  if (type.includes("json")) {
    const { value: json } = await readJson(request, maxBytes, null);
    return { fields: new Fields({ ...query, ...(isRecord(json) ? json : {}) }), file: null, json };
  }
  const text = await readText(request, maxBytes, null);
  const json = type.includes("form") ? undefined : jsonIn(text);
  return { fields: new Fields({ ...query, ...(isRecord(json) ? json : formFields(text)) }), file: null, json };
}

/** Parses JSON that a client has sent without its content type. */
function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Repeated fields become arrays. */
function formFields(encoded: string): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.create(null);
  for (const [name, value] of new URLSearchParams(encoded)) {
    const before = fields[name];
    if (Array.isArray(before)) before.push(value);
    else fields[name] = before === undefined ? value : [before, value];
  }
  return fields;
}
