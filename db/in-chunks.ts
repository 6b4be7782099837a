/** Maximum bytes of a row. */
export const CHUNK_BYTES = 1024 * 1024;

/** Divides bytes into chunks of exactly 1 MiB; the last may be shorter. Without bytes, yields one empty chunk. */
export async function* inChunks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  let pending = Buffer.alloc(0);
  let isFirst = true;
  for await (const piece of source) {
    pending = Buffer.concat([pending, piece]);
    for (; pending.length >= CHUNK_BYTES; pending = pending.subarray(CHUNK_BYTES)) {
      yield pending.subarray(0, CHUNK_BYTES);
      isFirst = false;
    }
  }
  if (pending.length > 0 || isFirst) yield pending;
}
