import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { createGunzip } from "node:zlib";
import { Decompress } from "fzstd";
import { get, type HttpOptions, received } from "./http";
import type { ModelFile } from "./manifest";
import { ModelError } from "./model-error";
import type { OfferedFile } from "./offer";

/** Where a download is written: a Node file or, in tests, one that fails. */
export type Target = Pick<FileHandle, "write" | "sync" | "close">;
export type OpenTarget = (file: string, flags: "w" | "a") => Promise<Target>;

export type DownloadOptions = HttpOptions & {
  readonly openTarget?: OpenTarget | undefined;
  /** Called with the number of compressed bytes of this file received so far. */
  readonly progress?: (bytes: number) => void;
};

/** First bytes of a Zstandard frame (RFC 8878, little-endian) and of a gzip file (RFC 1952, big-endian). */
const ZSTD_MAGIC = 0xfd2fb528;
const GZIP_MAGIC = 0x1f8b;

/** Maximum size of any file of a model. */
const LARGEST = 512 * 1024 * 1024;

/**
 * Downloads and unpacks a file into a folder under the name of its SHA-256, never partially. Sizes and hashes are
 * checked before and after unpacking. An interrupted download remains as `.part` and is resumed by the next call.
 * Rejects with {@link ModelError}.
 */
export async function downloadFile(file: OfferedFile, folder: string, options: DownloadOptions): Promise<ModelFile> {
  if (file.unpacked && (await isWhole(path.join(folder, file.unpacked.sha256), file.unpacked))) {
    options.progress?.(file.packed?.size ?? file.unpacked.size);
    return { name: file.name, ...file.unpacked };
  }
  const part = path.join(folder, `${createHash("sha256").update(file.url).digest("hex").slice(0, 16)}.part`);
  try {
    await fetchPart(file, part, options);
    // Without a hash, a file whose compression differs from its name may contain anything.
    if (!file.unpacked && /\.(?:gz|zst)$/.test(file.url) && (await packingOf(part)) === "none")
      throw new ModelError("damaged", `${file.name} cannot be unpacked.`);
    return await unpackFile(part, file, folder, options.openTarget);
  } catch (error) {
    const isKept = error instanceof ModelError && (error.code === "interrupted" || error.code === "unreachable");
    if (!isKept) await rm(part, { force: true });
    throw asModelError(error);
  }
}

/** Verifies and decompresses a file into a folder, named by its SHA-256; removes `packed`. */
export async function unpackFile(
  packed: string,
  { name, unpacked }: Pick<OfferedFile, "name" | "unpacked">,
  folder: string,
  openTarget: OpenTarget = open,
): Promise<ModelFile> {
  const draft = `${packed}.draft`;
  const hash = createHash("sha256");
  const limit = unpacked?.size ?? LARGEST;
  let size = 0;
  const target = await openTarget(draft, "w").catch((error) => {
    throw asModelError(error);
  });
  try {
    for await (const chunk of unpack(packed)) {
      size += chunk.byteLength;
      if (size > limit) throw new ModelError("damaged", `${name} is larger than announced after unpacking.`);
      hash.update(chunk);
      await writeAll(target, chunk);
    }
    await target.sync();
    await target.close();
    const sha256 = hash.digest("hex");
    if (unpacked && (size !== unpacked.size || sha256 !== unpacked.sha256)) {
      throw new ModelError("damaged", `${name} does not match the announced hash after unpacking.`);
    }
    await rename(draft, path.join(folder, sha256));
    await rm(packed, { force: true });
    return { name, size, sha256 };
  } catch (error) {
    await target.close().catch(() => {});
    await rm(draft, { force: true });
    throw asModelError(error);
  }
}

/** Converts file system and decompression errors to {@link ModelError}. */
export function asModelError(error: unknown): unknown {
  if (error instanceof ModelError || !(error instanceof Error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new ModelError("disk_full", "There is not enough disk space for the model.", { cause: error });
  }
  return error;
}

async function fetchPart(file: OfferedFile, part: string, options: DownloadOptions): Promise<void> {
  const limit = file.packed?.size ?? LARGEST;
  let had = await sizeOf(part);
  if (file.packed && had === file.packed.size) return verifyPart(file, part);
  const headers = { ...options.headers, ...(had > 0 ? { range: `bytes=${had}-` } : {}) };
  const response = await get(file.url, { ...options, headers });
  const { statusCode } = response;
  const goesOn = statusCode === 206 && response.headers["content-range"]?.startsWith(`bytes ${had}-`);
  if (statusCode !== 200 && !goesOn) {
    response.destroy();
    // Range not satisfiable: the partial file can't be used.
    if (had > 0) throw new ModelError("damaged", `The download of ${file.name} cannot be resumed.`);
    throw new ModelError("unreachable", `${new URL(file.url).host} returned status ${statusCode}.`);
  }
  if (!goesOn) had = 0;
  const bytes = received(response);
  const target = await (options.openTarget ?? open)(part, goesOn ? "a" : "w");
  try {
    for await (const chunk of bytes) {
      had += chunk.byteLength;
      if (had > limit) throw new ModelError("damaged", `${file.name} is larger than announced.`);
      await writeAll(target, chunk);
      options.progress?.(had);
    }
  } catch (error) {
    const known = asModelError(error);
    if (known instanceof ModelError) throw known;
    throw new ModelError("interrupted", `The download of ${file.name} was interrupted.`, { cause: error });
  } finally {
    response.destroy();
    await target.close();
  }
  if (file.packed && had < file.packed.size) {
    throw new ModelError("interrupted", `The download of ${file.name} was interrupted.`);
  }
  await verifyPart(file, part);
}

async function verifyPart({ name, packed }: OfferedFile, part: string): Promise<void> {
  if (!packed) return;
  if (!(await isWhole(part, packed))) throw new ModelError("damaged", `${name} does not match the announced hash.`);
}

/** True if a file exists that has the expected size and hash. */
async function isWhole(file: string, { size, sha256 }: { size: number; sha256: string }): Promise<boolean> {
  if ((await sizeOf(file)) !== size) return false;
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest("hex") === sha256;
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Detects a file's compression from its first bytes, because names and records are sometimes wrong. */
async function packingOf(file: string): Promise<"zstd" | "gzip" | "none"> {
  const handle = await open(file, "r");
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    if (buffer.readUInt32LE() === ZSTD_MAGIC) return "zstd";
    return buffer.readUInt16BE() === GZIP_MAGIC ? "gzip" : "none";
  } finally {
    await handle.close();
  }
}

async function* unpack(file: string): AsyncGenerator<Uint8Array> {
  const packing = await packingOf(file);
  const bytes = createReadStream(file, { highWaterMark: 64 * 1024 });
  try {
    if (packing === "gzip") yield* bytes.pipe(createGunzip());
    else if (packing === "zstd") yield* unzstd(bytes);
    else yield* bytes;
  } catch (cause) {
    throw new ModelError("damaged", "A file of the model cannot be unpacked.", { cause });
  } finally {
    bytes.destroy();
  }
}

async function* unzstd(bytes: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const stream = new Decompress((chunk) => {
    ready.push(chunk);
  });
  for await (const chunk of bytes) {
    stream.push(chunk);
    yield* ready;
    ready = [];
  }
  stream.push(new Uint8Array(), true);
  yield* ready;
}

async function writeAll(target: Target, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.byteLength; ) {
    done += (await target.write(chunk, done)).bytesWritten;
  }
}
