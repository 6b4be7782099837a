import type { FileTranslation } from "@/lib/schemas/files";

/** Ids of formats that cannot be viewed as text. */
const NOT_TEXT: ReadonlySet<string> = new Set([
  "docx",
  "xlsx",
  "pptx",
  "odt",
  "ods",
  "odp",
  "epub",
  "pdf",
  "idml",
  "image",
]);

const MAX_BYTES = 1024 * 1024;

/** Whether a translation can be previewed. */
export function canPreview(file: Pick<FileTranslation, "format" | "bytes">): boolean {
  return !NOT_TEXT.has(file.format) && file.bytes <= MAX_BYTES;
}
