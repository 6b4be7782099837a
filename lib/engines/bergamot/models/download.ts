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

/** What a download writes to: a file of Node, or in tests one that fails. */
export type Target = Pick<FileHandle, "write" | "sync" | "close">;
export type OpenTarget = (file: string, flags: "w" | "a") => Promise<Target>;

export type DownloadOptions = HttpOptions & {
  readonly openTarget?: OpenTarget | undefined;
  /** Called with the packed bytes of this file that are there. */
  readonly progress?: (bytes: number) => void;
};

/** No file of a model is larger, whatever its source says. */
const LARGEST = 512 * 1024 * 1024;

/**
 * Downloads and unpacks a file into a folder, where it is named for its SHA-256, and never half. Sizes and hashes are checked
 * before and after unpacking. What has come of a download that breaks off stays as `.part`, and the next call goes on
 * from there. Rejects with {@link ModelError}.
 */
export async function downloadFile(file: OfferedFile, folder: string, options: DownloadOptions): Promise<ModelFile> {
  if (file.unpacked && (await isWhole(path.join(folder, file.unpacked.sha256), file.unpacked))) {
    options.progress?.(file.packed?.size ?? file.unpacked.size);
    return { name: file.name, ...file.unpacked };
  }
  const part = path.join(folder, `${createHash("sha256").update(file.url).digest("hex").slice(0, 16)}.part`);
  try {
    await fetchPart(file, part, options);
    return await unpackFile(part, file, folder, options.openTarget);
  } catch (error) {
    const isKept = error instanceof ModelError && (error.code === "interrupted" || error.code === "unreachable");
    if (!isKept) await rm(part, { force: true });
    throw asModelError(error);
  }
}

/** Unpacks a file into a folder under the name of its SHA-256, checking it; `packed` is removed. */
export async function unpackFile(
  packed: string,
  {
    name,
    packing,
    unpacked,
  }: Pick<OfferedFile, "name" | "unpacked"> & { readonly packing: OfferedFile["packing"] | "none" },
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
    for await (const chunk of unpack(packed, packing)) {
      size += chunk.byteLength;
      if (size > limit) throw new ModelError("damaged", `${name} unpacks to more than was announced.`);
      hash.update(chunk);
      await writeAll(target, chunk);
    }
    await target.sync();
    await target.close();
    const sha256 = hash.digest("hex");
    if (unpacked && (size !== unpacked.size || sha256 !== unpacked.sha256)) {
      throw new ModelError("damaged", `${name} is not what was announced once it is unpacked.`);
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

/** Errors of the file system and of unpacking as {@link ModelError}. */
export function asModelError(error: unknown): unknown {
  if (error instanceof ModelError || !(error instanceof Error)) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new ModelError("disk_full", "There is not enough room on the disk for the model.", { cause: error });
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
    // A range that the server does not have: the part is of no use.
    if (had > 0) throw new ModelError("damaged", `The download of ${file.name} cannot go on.`);
    throw new ModelError("unreachable", `${new URL(file.url).host} answers with status ${statusCode}.`);
  }
  if (!goesOn) had = 0;
  const bytes = received(response);
  const target = await (options.openTarget ?? open)(part, goesOn ? "a" : "w");
  try {
    for await (const chunk of bytes) {
      had += chunk.byteLength;
      if (had > limit) throw new ModelError("damaged", `${file.name} is longer than was announced.`);
      await writeAll(target, chunk);
      options.progress?.(had);
    }
  } catch (error) {
    const known = asModelError(error);
    if (known instanceof ModelError) throw known;
    throw new ModelError("interrupted", `The download of ${file.name} broke off.`, { cause: error });
  } finally {
    response.destroy();
    await target.close();
  }
  if (file.packed && had < file.packed.size) {
    throw new ModelError("interrupted", `The download of ${file.name} broke off.`);
  }
  await verifyPart(file, part);
}

async function verifyPart({ name, packed }: OfferedFile, part: string): Promise<void> {
  if (!packed) return;
  if (!(await isWhole(part, packed))) throw new ModelError("damaged", `${name} is not what was announced.`);
}

/** Whether a file has the size and hash that it should have; false when it is not there. */
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

async function* unpack(file: string, packing: OfferedFile["packing"] | "none"): AsyncGenerator<Uint8Array> {
  const bytes = createReadStream(file, { highWaterMark: 64 * 1024 });
  if (packing === "none") {
    yield* bytes;
    return;
  }
  try {
    if (packing === "gzip") yield* bytes.pipe(createGunzip());
    else yield* unzstd(bytes);
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
