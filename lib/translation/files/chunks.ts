import * as chunks from "@/db/chunks";
import type { Transaction } from "@/db/client";
import { fileChunks } from "@/db/schema";

type Kind = (typeof fileChunks.$inferInsert)["kind"];

/** Stores a file's bytes in chunks. */
export function writeChunks(tx: Transaction, fileId: string, kind: Kind, bytes: Uint8Array): Promise<void> {
  return chunks.writeChunks(tx, owner(fileId, kind), bytes);
}

/** Replaces a file's stored bytes. */
export function replaceChunks(tx: Transaction, fileId: string, kind: Kind, bytes: Uint8Array): Promise<void> {
  return chunks.replaceChunks(tx, owner(fileId, kind), bytes);
}

/** All bytes of a file; null if they were deleted. */
export function readChunks(fileId: string, kind: Kind): Promise<Buffer | null> {
  return chunks.readChunks(owner(fileId, kind));
}

/** Streams the bytes chunk by chunk, so that a large file is never in memory as a whole. */
export function streamChunks(fileId: string, kind: Kind): ReadableStream<Uint8Array> {
  return chunks.streamChunks(owner(fileId, kind));
}

/** Number of bytes of a file. */
export function countBytes(fileId: string, kind: Kind): Promise<number> {
  return chunks.countBytes(owner(fileId, kind));
}

function owner(fileId: string, kind: Kind): chunks.ChunkOwner {
  return { table: fileChunks, key: { fileId, kind } };
}
