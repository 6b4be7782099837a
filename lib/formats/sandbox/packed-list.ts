import { mapInTurns } from "@/lib/base/pool/in-turns";

type Text = { readonly text: string | null };

/**
 * Texts sent between threads as pieces of JSON. A clone of a million segments at once would block the server for
 * seconds. The buffers are transferred.
 */
export type PackedList<T extends Text> = {
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
  /** For the type only: the items in the pieces. */
  readonly items?: readonly T[];
};

/** Packs a list in a document thread, without yielding to other work. */
export function packList<T extends Text>(items: readonly T[]): PackedList<T> {
  return { pieces: slicesOf(items).map(encode) };
}

/** {@link packList}, yielding to other work. */
export async function packInTurns<T extends Text>(items: readonly T[]): Promise<PackedList<T>> {
  return { pieces: await mapInTurns(slicesOf(items), encode) };
}

export function unpackList<T extends Text>({ pieces }: PackedList<T>): T[] {
  return pieces.flatMap((piece) => decode<T>(piece));
}

/** {@link unpackList}, yielding to other work. */
export async function unpackInTurns<T extends Text>({ pieces }: PackedList<T>): Promise<T[]> {
  return (await mapInTurns(pieces, (piece) => decode<T>(piece))).flat();
}

/** Maximum size of a piece, which takes some milliseconds: UTF-16 units of text, and items. */
const PIECE_UNITS = 100_000;
const PIECE_ITEMS = 2_000;

function slicesOf<T extends Text>(items: readonly T[]): (readonly T[])[] {
  const slices: (readonly T[])[] = [];
  let from = 0;
  let units = 0;
  for (const [index, { text }] of items.entries()) {
    units += text?.length ?? 0;
    if (units < PIECE_UNITS && index + 1 - from < PIECE_ITEMS) continue;
    slices.push(items.slice(from, index + 1));
    from = index + 1;
    units = 0;
  }
  if (from < items.length) slices.push(items.slice(from));
  return slices;
}

function encode(items: readonly Text[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(items));
}

function decode<T>(piece: Uint8Array): T[] {
  return JSON.parse(new TextDecoder().decode(piece));
}
