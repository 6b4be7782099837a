import { createWriteStream } from "node:fs";
import path from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import busboy from "busboy";
import { AppError, invalidRequest } from "@/lib/base/errors";
import { brokenMultipart, requireMultipart } from "./body";
import type { ApiRequest } from "./endpoint";

export type FilesLimit = { readonly files: number; readonly bytes: number };

/**
 * Streams the files of a `multipart/form-data` body into a folder under their own names. Throws 400 for names that are
 * not plain file names and for a truncated body, 413 over the limit, and 415 for another content type.
 */
export async function receiveFiles(request: ApiRequest, folder: string, limit: FilesLimit): Promise<void> {
  const contentType = requireMultipart(request);
  const parser = openParser(contentType, limit);
  const writing: Promise<void>[] = [];
  let fault: AppError | undefined;
  parser.on("file", (_, stream, { filename }) => {
    if (isPlainName(filename)) {
      const written = pipeline(stream, createWriteStream(path.join(folder, filename), { flags: "wx" }));
      written.catch(() => stream.resume());
      writing.push(written);
    } else {
      fault ??= badName();
      stream.on("error", () => {}).resume();
    }
  });
  parser.on("filesLimit", () => {
    fault ??= tooMany(limit);
  });
  try {
    await pipeline(Readable.from(request.body ?? []), atMost(limit), parser);
    await Promise.all(writing);
  } catch (error) {
    await Promise.allSettled(writing);
    throw error instanceof AppError ? error : brokenMultipart();
  }
  if (fault) throw fault;
  if (writing.length === 0)
    throw invalidRequest([{ path: "file", code: "required", message: "Send at least one file." }]);
}

function openParser(contentType: string, { files }: FilesLimit): busboy.Busboy {
  try {
    return busboy({ headers: { "content-type": contentType }, defParamCharset: "utf8", limits: { files, fields: 0 } });
  } catch {
    throw brokenMultipart();
  }
}

/** Passes bytes through; fails once they exceed the limit. */
function atMost(limit: FilesLimit): Transform {
  let size = 0;
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      size += chunk.length;
      done(size > limit.bytes ? tooLarge(limit, size) : null, chunk);
    },
  });
}

/** True for a file name that is no path, is not hidden, and has no reserved characters. */
function isPlainName(name: string | undefined): name is string {
  return name !== undefined && /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/.test(name);
}

function badName(): AppError {
  const message = "A file name may contain only letters, digits, dots, hyphens and underscores.";
  return invalidRequest([{ path: "file", code: "format", message }]);
}

function tooLarge({ bytes: limit }: FilesLimit, actual: number): AppError {
  const details = { limit, actual, unit: "bytes", field: "file" };
  return new AppError("too_large", `The files are larger than ${limit} bytes.`, details);
}

function tooMany({ files: limit }: FilesLimit): AppError {
  const details = { limit, actual: limit + 1, unit: "items", field: "file" };
  return new AppError("too_large", `Send at most ${limit} files per request.`, details);
}
