import { countBytes, streamChunks } from "@/db/chunks";
import { formatById } from "@/lib/formats/registry";
import type { Caller } from "@/lib/identity/auth/caller";
import { findCompleted, findFile, type Owner, refuseExpired, storedAs } from "./files";

export type FileContent = {
  readonly stream: ReadableStream<Uint8Array>;
  readonly name: string;
  readonly mediaType: string;
  readonly length: number;
};

/** The translated document. Throws 404, 409 while it is not ready, 410 once it has expired. */
export async function fileContent(caller: Owner, id: string): Promise<FileContent> {
  const row = await findCompleted(caller, id);
  return {
    stream: streamChunks(storedAs(row.id, "output")),
    name: row.outputName,
    mediaType: row.mediaType,
    length: await countBytes(storedAs(row.id, "output")),
  };
}

/** The original document, whatever the state of its translation. Throws 404, and 410 once it has expired. */
export async function originalContent(caller: Caller, id: string): Promise<FileContent> {
  const row = await findFile(caller, id);
  refuseExpired(row);
  const mediaType = formatById(row.format)?.mediaTypes[0] ?? "application/octet-stream";
  return { stream: streamChunks(storedAs(row.id, "source")), name: row.fileName, mediaType, length: row.bytes };
}
