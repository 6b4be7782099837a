import { createWriteStream } from "node:fs";
import path from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import busboy from "busboy";
import { AppError, invalidRequest } from "@/lib/errors";

export type FilesLimit = { readonly files: number; readonly bytes: number };

/**
 * Writes the files of a `multipart/form-data` body into a folder under their own names, as they arrive and without holding any
 * of them whole. Throws 400 for names that are no plain file names and for a body that breaks off, 413 over the limit, 415.
 */
export async function receiveFiles(request: Request, folder: string, limit: FilesLimit): Promise<void> {
  const contentType = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(contentType) || !request.body)
    throw new AppError("unsupported_media_type", "Send the files as multipart/form-data.", {
      received: /^[\w.+-]+\/[\w.+-]+/.exec(contentType)?.[0].slice(0, 100) ?? null,
      supported: ["multipart/form-data"],
    });
  const writing: Promise<void>[] = [];
  let size = 0;
  const count = () =>
    new Transform({
      transform: (chunk: Buffer, _, done) => {
        size += chunk.length;
        done(size > limit.bytes ? tooLarge(limit, size) : null, chunk);
      },
    });
  try {
    const parser = busboy({
      headers: { "content-type": contentType },
      defParamCharset: "utf8",
      limits: { files: limit.files, fields: 0, parts: limit.files },
    });
    parser.on("file", (_, stream, { filename }) => {
      const written = isPlainName(filename)
        ? pipeline(stream, count(), createWriteStream(path.join(folder, filename), { flags: "wx" }))
        : Promise.reject(badName());
      // The body is not read on for a file that is refused.
      written.catch((error) => parser.destroy(error));
      writing.push(written);
    });
    parser.on("filesLimit", () => parser.destroy(tooMany(limit)));
    await pipeline(Readable.fromWeb(request.body as never), parser);
    await Promise.all(writing);
  } catch (error) {
    await Promise.allSettled(writing);
    throw error instanceof AppError ? error : broken();
  }
  if (writing.length === 0)
    throw invalidRequest([{ path: "file", code: "required", message: "Send at least one file." }]);
}

/** No path, no hidden file, nothing that a system gives a meaning. */
function isPlainName(name: string | undefined): name is string {
  return name !== undefined && /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/.test(name);
}

function badName(): AppError {
  const message = "A file's name may have letters, digits, dots, hyphens and underscores only.";
  return invalidRequest([{ path: "file", code: "format", message }]);
}

function tooLarge({ bytes: limit }: FilesLimit, actual: number): AppError {
  const details = { limit, actual, unit: "bytes", field: "file" };
  return new AppError("too_large", `The files are larger than ${limit} bytes.`, details);
}

function tooMany({ files: limit }: FilesLimit): AppError {
  const details = { limit, actual: limit + 1, unit: "items", field: "file" };
  return new AppError("too_large", `No more than ${limit} files are taken at once.`, details);
}

function broken(): AppError {
  return invalidRequest([{ path: "", code: "format", message: "The multipart body is malformed or breaks off." }]);
}
