import { invalidRequest, refuseEmptyFile } from "@/lib/base/errors";
import type { SegmentInput } from "@/lib/schemas/documents";
import { SEGMENTS_FORMAT, segmentsBytes } from "./segments-document";

/** The content of a document in a request: a file, a text, or segments. */
export type ContentUpload = {
  readonly file: { readonly fileName: string; readonly bytes: Buffer } | null;
  readonly body:
    | { readonly content?: string | undefined; readonly segments?: readonly SegmentInput[] | undefined }
    | undefined;
};

/** The bytes to store, and whether they consist of segments. Throws 400 without content. */
export function bytesOf({ file, body }: ContentUpload): { bytes: Buffer; isSegments: boolean } {
  if (body?.segments) return { bytes: segmentsBytes(body.segments), isSegments: true };
  if (body?.content !== undefined) return { bytes: Buffer.from(body.content), isSegments: false };
  if (!file)
    throw invalidRequest([{ path: "file", code: "required", message: "Send the document in the part called file." }]);
  refuseEmptyFile(file.bytes);
  return { bytes: file.bytes, isSegments: false };
}

/** Throws 400 if segments are sent for a document of a file, or a file for a document of segments. */
export function requireSameKind(format: string, isSegments: boolean): void {
  if (isSegments === (format === SEGMENTS_FORMAT)) return;
  throw invalidRequest([
    isSegments
      ? { path: "segments", code: "format", message: "The document is a file. Upload the new version as a file." }
      : {
          path: "segments",
          code: "required",
          message: "The document consists of segments. Send the new version as segments.",
        },
  ]);
}
