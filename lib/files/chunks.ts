import * as chunks from "@/db/chunks";
import type { Transaction } from "@/db/client";
import { fileChunks } from "@/db/schema";

type Kind = (typeof fileChunks.$inferInsert)["kind"];

/** Keeps bytes of a file in pieces. */
export function writeChunks(tx: Transaction, fileId: string, kind: Kind, bytes: Uint8Array): Promise<void> {
  return chunks.writeChunks(tx, owner(fileId, kind), bytes);
}

/** Puts other bytes in the place of those that are kept. */
export function replaceChunks(tx: Transaction, fileId: string, kind: Kind, bytes: Uint8Array): Promise<void> {
  return chunks.replaceChunks(tx, owner(fileId, kind), bytes);
}

/** All bytes of a file; null when they are not kept any more. */
export function readChunks(fileId: string, kind: Kind): Promise<Buffer | null> {
  return chunks.readChunks(owner(fileId, kind));
}

/** The bytes piece by piece, so that a large file is never held whole while it is sent. */
export function streamChunks(fileId: string, kind: Kind): ReadableStream<Uint8Array> {
  return chunks.streamChunks(owner(fileId, kind));
}

/** How many bytes a file has. */
export function countBytes(fileId: string, kind: Kind): Promise<number> {
  return chunks.countBytes(owner(fileId, kind));
}

function owner(fileId: string, kind: Kind): chunks.ChunkOwner {
  return { table: fileChunks, key: { fileId, kind } };
}
