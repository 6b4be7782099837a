import { AwsClient } from "aws4fetch";
import { readFilesUrl } from "./files-url";
import { ServerClock } from "./server-clock";

/** Bytes per part of a multipart upload. S3 requires at least 5 MiB per part and allows 10,000 parts. */
const PART_BYTES = 8 * 1024 * 1024;
type Bytes = Buffer<ArrayBuffer>;

const TIMEOUT_MS = 60_000;
const RETRIES = 3;

export type S3Settings = {
  /** `s3://bucket/prefix?endpoint=https://…&region=…`. Without an endpoint, Amazon's is used. */
  readonly url: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  /** Maximum milliseconds to wait for a response, and for each piece of it; a parameter only for tests. */
  readonly timeoutMs?: number;
  /** This machine's clock in milliseconds since 1970; a parameter only for tests. */
  readonly localNow?: () => number;
};

export type StoredObject = { readonly key: string; readonly bytes: number; readonly modifiedAt: Date };

/** A request that the object storage refused or did not answer. The message contains no key, address or secret. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  constructor(
    message: string,
    /** HTTP status; null without an answer. */
    readonly status: number | null,
  ) {
    super(message);
  }

  /** True if the storage is unavailable or failing, so that the same request may succeed later. */
  get isOutage(): boolean {
    return this.status === null || this.status >= 500;
  }
}

/** An error of object storage that is due to the settings, so that waiting does not help. */
export class StorageSettingsError extends StorageError {
  constructor(message: string) {
    super(message, null);
  }

  override get isOutage(): boolean {
    return false;
  }
}

/**
 * A bucket of S3 or a compatible server, below a prefix. aws4fetch only signs requests; the rest is fetch. Bytes are
 * streamed in both directions, with at most two parts in memory.
 */
export class S3Bucket {
  private readonly client: AwsClient;
  /** Address of the bucket, without a trailing slash. */
  private readonly address: string;
  /** Empty, or with a trailing slash. */
  private readonly prefix: string;
  private readonly timeoutMs: number;
  private readonly clock: ServerClock;

  constructor(settings: S3Settings) {
    this.timeoutMs = settings.timeoutMs ?? TIMEOUT_MS;
    this.clock = new ServerClock(settings.localNow ?? Date.now);
    const { bucket, prefix, endpoint, region } = parseFilesUrl(settings.url);
    this.prefix = prefix;
    this.address = endpoint ? `${endpoint}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`;
    this.client = new AwsClient({
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
      ...(settings.sessionToken ? { sessionToken: settings.sessionToken } : {}),
      service: "s3",
      region,
      retries: RETRIES,
    });
  }

  /** The storage's current time, estimated from its responses, in milliseconds since 1970. */
  now(): number {
    return this.clock.now();
  }

  /** Stores an object. Returns the number of bytes. */
  async put(key: string, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<number> {
    const parts = inParts(source);
    const first = await parts.next();
    const second = first.done ? first : await parts.next();
    if (second.done) {
      const bytes = first.done ? Buffer.alloc(0) : first.value;
      await this.send(key, { method: "PUT", body: bytes });
      return bytes.length;
    }
    return this.putParts(key, prepend([first.value ?? Buffer.alloc(0), second.value], parts));
  }

  /** The object's bytes from an offset on; null if the object does not exist. */
  async get(key: string, from = 0): Promise<ReadableStream<Uint8Array> | null> {
    const response = await this.request(key, from > 0 ? { headers: { Range: `bytes=${from}-` } } : {});
    if (response.status === 404) return discard(response, null);
    // Status 416: the offset is the end of the object.
    if (response.status === 416) return discard(response, new Blob([]).stream());
    if (!response.ok || !response.body) throw await refused(response);
    return response.body;
  }

  async exists(key: string): Promise<boolean> {
    const response = await this.request(key, { method: "HEAD" });
    if (response.status !== 404 && !response.ok) throw await refused(response);
    return response.ok;
  }

  /** Deletes an object; does nothing if it does not exist. */
  async delete(key: string): Promise<void> {
    const response = await this.request(key, { method: "DELETE" });
    if (response.status !== 404 && !response.ok) throw await refused(response);
    await response.body?.cancel();
  }

  /** All objects below the prefix, one page at a time. */
  async *list(): AsyncGenerator<readonly StoredObject[], undefined> {
    let token: string | undefined;
    do {
      const query = new URLSearchParams({ "list-type": "2", prefix: this.prefix });
      if (token) query.set("continuation-token", token);
      const text = await (await this.checked(await this.fetch(`${this.address}?${query}`, {}))).text();
      yield [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = ""]) => ({
        key: (element(entry, "Key") ?? "").slice(this.prefix.length),
        bytes: Number(element(entry, "Size")),
        modifiedAt: new Date(element(entry, "LastModified") ?? 0),
      }));
      token = element(text, "IsTruncated") === "true" ? element(text, "NextContinuationToken") : undefined;
    } while (token);
  }

  private async putParts(key: string, parts: AsyncIterable<Bytes>): Promise<number> {
    const started = await (await this.send(`${key}?uploads`, { method: "POST" })).text();
    const upload = encodeURIComponent(element(started, "UploadId") ?? "");
    try {
      const tags: string[] = [];
      let bytes = 0;
      for await (const body of parts) {
        const query = `partNumber=${tags.length + 1}&uploadId=${upload}`;
        tags.push((await this.send(`${key}?${query}`, { method: "PUT", body })).headers.get("etag") ?? "");
        bytes += body.length;
      }
      const list = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`).join("");
      const body = `<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`;
      const completed = await (await this.send(`${key}?uploadId=${upload}`, { method: "POST", body })).text();
      // S3 may report an error with status 200.
      if (completed.includes("<Error>")) throw new StorageError(`Object storage: ${element(completed, "Code")}`, 200);
      return bytes;
    } catch (error) {
      // Otherwise the storage keeps and charges for the parts of an unfinished upload.
      await this.request(`${key}?uploadId=${upload}`, { method: "DELETE" }).catch(() => {});
      throw error;
    }
  }

  private async send(key: string, init: RequestInit): Promise<Response> {
    return this.checked(await this.request(key, init));
  }

  private async checked(response: Response): Promise<Response> {
    if (!response.ok) throw await refused(response);
    return response;
  }

  private request(key: string, init: RequestInit): Promise<Response> {
    return this.fetch(`${this.address}/${this.prefix}${key}`, init);
  }

  private async fetch(url: string, init: RequestInit): Promise<Response> {
    const control = new AbortController();
    const timer = setTimeout(() => control.abort(), this.timeoutMs);
    try {
      const response = await this.signedFetch(url, { ...init, signal: control.signal });
      return response.body ? new Response(limited(response.body, this.timeoutMs), response) : response;
    } catch (error) {
      throw new StorageError(`Object storage does not respond (${reasonOf(error)}).`, null);
    } finally {
      clearTimeout(timer);
    }
  }

  /** If a request is refused because this machine's clock is wrong, repeats it once with the storage's time. */
  private async signedFetch(url: string, init: RequestInit, isRepeated = false): Promise<Response> {
    const signedAt = this.clock.now();
    const datetime = new Date(signedAt).toISOString().replace(/[:-]|\.\d{3}/g, "");
    const response = await this.client.fetch(url, { ...init, aws: { datetime } });
    const isSkewed = response.status === 403 && this.clock.follow(response.headers.get("date"), signedAt);
    if (!isSkewed || isRepeated) return response;
    await response.body?.cancel();
    return this.signedFetch(url, init, true);
  }
}

/** Fails if the next piece takes too long to arrive. The reader may take any time between pieces. */
function limited(body: ReadableStream<Uint8Array>, timeoutMs: number): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new DOMException("", "TimeoutError")), timeoutMs);
      });
      try {
        const { done, value } = await Promise.race([reader.read(), late]);
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        reader.cancel().catch(() => {});
        throw new StorageError(`Object storage closed the connection (${reasonOf(error)}).`, null);
      } finally {
        clearTimeout(timer);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function parseFilesUrl(text: string) {
  const parts = readFilesUrl(text);
  if (!parts) throw new Error("FILES_URL is not valid.");
  return parts;
}

async function* inParts(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Bytes, undefined> {
  let pending: Uint8Array[] = [];
  let size = 0;
  for await (const piece of source)
    for (let at = 0; at < piece.length; ) {
      const taken = piece.subarray(at, at + PART_BYTES - size);
      pending.push(taken);
      size += taken.length;
      at += taken.length;
      if (size < PART_BYTES) continue;
      yield Buffer.concat(pending);
      [pending, size] = [[], 0];
    }
  if (size > 0) yield Buffer.concat(pending);
}

async function* prepend(first: readonly Bytes[], rest: AsyncIterable<Bytes>): AsyncGenerator<Bytes> {
  yield* first;
  yield* rest;
}

async function discard<T>(response: Response, result: T): Promise<T> {
  await response.body?.cancel();
  return result;
}

/** An error with the vendor's code, such as AccessDenied, without the vendor's message, which may contain keys. */
async function refused(response: Response): Promise<StorageError> {
  const code = element(await response.text().catch(() => ""), "Code") ?? "no reason given";
  return new StorageError(`Object storage refused a request: ${response.status} ${code}.`, response.status);
}

function reasonOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: string }; name?: string };
  return cause?.code ?? name ?? "unknown";
}

/** The first element with this name in a small XML response. Needs no decoding, because its values are our keys. */
function element(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
}
