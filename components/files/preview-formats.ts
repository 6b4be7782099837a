import type { FileTranslation } from "@/lib/schemas/files";

/** Ids of formats whose files are not readable as text. */
const NOT_TEXT: ReadonlySet<string> = new Set([
  "docx",
  "xlsx",
  "pptx",
  "doc",
  "xls",
  "ppt",
  "odt",
  "ods",
  "odp",
  "fodt",
  "fods",
  "fodp",
  "rtf",
  "epub",
  "pdf",
  "idml",
  "image",
  "zip",
]);

const MAX_BYTES = 1024 * 1024;

/** How a translation is previewed: as text of the files, by the segments read from them, or not at all. */
export function previewOf({ format, bytes }: Pick<FileTranslation, "format" | "bytes">): "text" | "segments" | null {
  if (NOT_TEXT.has(format)) return "segments";
  return bytes <= MAX_BYTES ? "text" : null;
}
