import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

type Exports = {
  readonly memory: WebAssembly.Memory;
  malloc(size: number): number;
  free(pointer: number): void;
  _initialize?(): void;
  hb_blob_create(data: number, length: number, mode: number, user: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(input: number): void;
  hb_subset_input_glyph_set(input: number): number;
  hb_subset_input_set(input: number, kind: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_input_pin_axis_location(input: number, face: number, tag: number, value: number): number;
  hb_subset_or_fail(face: number, input: number): number;
};

/** HB_MEMORY_MODE_WRITABLE, HB_SUBSET_SETS_DROP_TABLE_TAG, HB_SUBSET_FLAGS_NO_HINTING | RETAIN_GIDS. */
const WRITABLE = 2;
const DROP_TABLES = 3;
const FLAGS = 0x1 | 0x2;

/** Tables for shaping and names. A PDF does not need them, because its letters are already shaped. */
const UNNEEDED = ["GSUB", "GPOS", "GDEF", "name", "post", "cmap", "OS/2", "DSIG", "meta", "STAT"];

let loaded: Promise<Exports> | undefined;

async function load(): Promise<Exports> {
  const file = fileURLToPath(import.meta.resolve("harfbuzzjs/dist/harfbuzz-subset.wasm"));
  const { instance } = await WebAssembly.instantiate(readFileSync(file), {});
  const exports = instance.exports as Exports;
  exports._initialize?.();
  return exports;
}

/** The font file with only these letters, which keep their glyph IDs. Fixes the `weight` of a variable font. */
export async function subsetFont(font: Uint8Array, glyphs: Iterable<number>, weight?: number): Promise<Uint8Array> {
  loaded ??= load();
  const hb = await loaded;
  const data = hb.malloc(font.byteLength);
  new Uint8Array(hb.memory.buffer).set(font, data);
  const blob = hb.hb_blob_create(data, font.byteLength, WRITABLE, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  hb.hb_blob_destroy(blob);
  const input = hb.hb_subset_input_create_or_fail();
  try {
    hb.hb_subset_input_set_flags(input, FLAGS);
    const dropped = hb.hb_subset_input_set(input, DROP_TABLES);
    for (const tag of UNNEEDED) hb.hb_set_add(dropped, tagOf(tag));
    if (weight !== undefined) hb.hb_subset_input_pin_axis_location(input, face, tagOf("wght"), weight);
    const wanted = hb.hb_subset_input_glyph_set(input);
    for (const glyph of glyphs) hb.hb_set_add(wanted, glyph);
    const subset = hb.hb_subset_or_fail(face, input);
    if (subset === 0) throw new Error("The font cannot be subset.");
    const result = hb.hb_face_reference_blob(subset);
    const start = hb.hb_blob_get_data(result, 0);
    const bytes = new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(result));
    hb.hb_blob_destroy(result);
    hb.hb_face_destroy(subset);
    return bytes;
  } finally {
    hb.hb_subset_input_destroy(input);
    hb.hb_face_destroy(face);
    hb.free(data);
  }
}

/** A table or axis name of up to four letters as a number. */
function tagOf(name: string): number {
  return Buffer.from(name.padEnd(4)).readUInt32BE(0);
}
