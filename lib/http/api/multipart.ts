import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import busboy from "busboy";
import { AppError, type FieldError, invalidRequest } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";
import { brokenMultipart, requireMultipart } from "./body";
import type { ApiRequest } from "./endpoint";
import { shownName } from "./validate";

export type Upload = { readonly fileName: string; readonly bytes: Buffer };
export type MultipartBody = {
  readonly fields: Record<string, string>;
  /** The part named `file`; null without one. */
  readonly file: Upload | null;
  /** All files of a form that accepts several; their names are paths. */
  readonly files: readonly Upload[];
  /** The part named `archive`; null without one. */
  readonly archive: Upload | null;
  /** SHA-256 of fields and bytes. Excludes the boundary, which clients choose at random. */
  readonly hash: Buffer;
};

/** Limits of a caller. If the API key is a field of the body, the caller is not known yet and general limits apply. */
export type UploadLimits = {
  readonly tier: Caller["tier"] | null;
  readonly limits: Pick<Caller["limits"], "fileBytes">;
};

const FIELD_BYTES = 8 * 1024;

/** Maximum fields of a form, of which up to 20 may be patterns. */
const MAX_FIELDS = 40;
/** Maximum files of a form that accepts several. */
const MAX_FILES = 1_000;
/** The field that may be repeated, which means the same as a JSON array. */
const REPEATABLE = "protect";

/** Allowance for the boundaries and fields around the file. */
const OVERHEAD_BYTES = 64 * 1024;

/**
 * Reads `multipart/form-data` as a stream. A file over the account's limit is rejected as soon as it exceeds the limit
 * and is never kept in memory as a whole. Throws 413 for size, 415 for another content type, 400 for a truncated body.
 */
export async function readMultipart(
  request: ApiRequest,
  caller: UploadLimits,
  fieldBytes = FIELD_BYTES,
  several = false,
): Promise<MultipartBody> {
  const contentType = requireMultipart(request);
  const limit = caller.limits.fileBytes;
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > limit + fieldBytes + OVERHEAD_BYTES) throw fileTooLarge(limit, declared, caller);
  if (!request.body) throw brokenMultipart();
  return parse(request, contentType, caller, fieldBytes, several ? MAX_FILES : 1);
}

function parse(
  request: ApiRequest,
  contentType: string,
  caller: UploadLimits,
  fieldBytes: number,
  maxFiles: number,
): Promise<MultipartBody> {
  return new Promise((resolve, reject) => {
    const limit = caller.limits.fileBytes;
    const fields: Record<string, string> = Object.create(null);
    const faults: FieldError[] = [];
    const fault = (path: string, code: FieldError["code"], message: string) => faults.push({ path, code, message });
    const repeated: string[] = [];
    const uploads: { readonly part: string; readonly upload: Upload }[] = [];
    // One read may deliver all bytes of a part, and the next part, before the part's end event.
    let count = 0;
    let received = 0;
    let parser: busboy.Busboy;
    try {
      parser = busboy({
        headers: { "content-type": contentType },
        defParamCharset: "utf8",
        preservePath: maxFiles > 1,
        limits: { files: maxFiles + 1, fields: MAX_FIELDS, fieldSize: fieldBytes, parts: MAX_FIELDS + maxFiles + 1 },
      });
    } catch {
      reject(brokenMultipart());
      return;
    }
    const body = Readable.from(request.body ?? []);
    const fail = (error: AppError) => {
      body.unpipe(parser);
      body.resume();
      reject(error);
    };
    body.on("data", (chunk: Buffer) => {
      received += chunk.length;
      if (received > limit + fieldBytes + OVERHEAD_BYTES) fail(fileTooLarge(limit, null, caller));
    });
    parser.on("field", (name, value, info) => {
      const shown = shownName(name);
      if (info.valueTruncated) fault(shown, "range", `The field ${shown} is too long.`);
      else if (name === "file") fault(name, "type", "Send the part called file as a file, with a file name.");
      else if (name in fields && name === REPEATABLE) {
        repeated.push(value);
        fields[name] = JSON.stringify(repeated);
      } else if (name in fields) fault(shown, "duplicate", `The field ${shown} appears twice.`);
      else {
        fields[name] = value;
        if (name === REPEATABLE) repeated.push(value);
      }
    });
    parser.on("file", (name, stream, info) => {
      const chunks: Buffer[] = [];
      if (name !== "file" && !(maxFiles > 1 && name === "archive"))
        fault(shownName(name), "unknown_field", "Send the document in the part called file.");
      else if (++count > maxFiles)
        fault("file", "duplicate", maxFiles > 1 ? `Send at most ${maxFiles} files.` : "Send one file per request.");
      let size = 0;
      stream.on("data", (chunk: Buffer) => {
        size += chunk.length;
        if (size <= limit) chunks.push(chunk);
      });
      stream.on("close", () => {
        if (size > limit) fail(fileTooLarge(limit, size, caller));
        else {
          const fileName = maxFiles > 1 ? (info.filename ?? "") : cleanName(info.filename);
          uploads.push({ part: name, upload: { fileName, bytes: Buffer.concat(chunks) } });
        }
      });
    });
    parser.on("error", () => fail(brokenMultipart()));
    body.on("error", () => fail(brokenMultipart()));
    parser.on("close", () => {
      if (faults.length > 0) return reject(invalidRequest(faults));
      const files = uploads.flatMap(({ part, upload }) => (part === "file" ? [upload] : []));
      const archive = uploads.find(({ part }) => part === "archive")?.upload ?? null;
      resolve({ fields: { ...fields }, file: files[0] ?? null, files, archive, hash: hashOf(fields, uploads) });
    });
    body.pipe(parser);
  });
}

function hashOf(fields: Record<string, string>, uploads: readonly { readonly upload: Upload }[]): Buffer {
  const hash = createHash("sha256").update(JSON.stringify(Object.entries(fields).sort()));
  for (const { upload } of uploads) hash.update(`\n${upload.fileName}\n`).update(upload.bytes);
  return hash.digest();
}

/** The base name of a client's file name, without control characters and characters that file systems reject. */
function cleanName(name: string | undefined): string {
  const base = (name ?? "").split(/[/\\]/).at(-1) ?? "";
  const clean = base.replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, "").trim();
  const points = [...clean];
  // Keeps the end of the name, which contains the extension.
  return points.length > 200 ? points.slice(-200).join("") : clean || "document";
}

function fileTooLarge(limit: number, actual: number | null, caller: UploadLimits): AppError {
  return new AppError("too_large", `The file is larger than your tier's limit of ${limit} bytes.`, {
    limit,
    actual,
    unit: "bytes",
    field: "file",
    tier: caller.tier,
  });
}
