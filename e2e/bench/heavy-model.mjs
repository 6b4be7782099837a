import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const TOY = path.resolve(import.meta.dirname, "../doubles/bergamot/toy");
const FILES = { model: "model.enes.intgemm.alphas.bin", lex: "lex.50.50.enes.s2t.bin", vocab: "vocab.enes.spm" };

/** Width of the inner layers at which a word needs as many multiplications as in a base-memory model of 32 MB. */
const WIDTH = 49_152;
/** Type of the settings item in the file. */
const TEXT = 0x101;

/**
 * Installs the toy model as en-es with the work of a real model: its inner layers are widened with zeros, which do not
 * change results. So the service is measured with texts of realistic length.
 */
export function installHeavyModel(models) {
  const folder = path.join(models, "en-es");
  fs.mkdirSync(folder, { recursive: true });
  const read = (name) => fs.readFileSync(path.join(TOY, name));
  const keep = (name, bytes) => {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    fs.writeFileSync(path.join(folder, sha256), bytes);
    return { name, size: bytes.length, sha256 };
  };
  const set = {
    model: keep(FILES.model, widen(read(FILES.model))),
    lex: keep(FILES.lex, read(FILES.lex)),
    vocabs: [keep(FILES.vocab, read(FILES.vocab))],
    precision: "int8shiftAlphaAll",
  };
  const facts = { source: "en", target: "es", version: "1.0", architecture: "base-memory", license: "MPL-2.0" };
  const manifest = { format: 1, ...facts, origin: "import", installedAt: new Date().toISOString(), set };
  fs.writeFileSync(path.join(folder, "manifest.json"), JSON.stringify(manifest));
  return { folder, set };
}

function widen(bytes) {
  const items = parse(bytes);
  const width = items.find(({ name }) => name.endsWith("ffn_W1")).shape[1];
  for (const item of items) {
    if (item.name === "special:model.yml") {
      const yaml = item.data.toString("utf8").replace(/(transformer-dim-ffn: )\d+/, `$1${WIDTH}`);
      item.data = Buffer.from(yaml);
      item.shape = [item.data.length];
    } else if (/_ffn_W1$/.test(item.name)) {
      item.data = padRows(item.data, item.shape[0], width, item.shape[0]);
      item.shape[1] = WIDTH;
    } else if (/_ffn_W2$/.test(item.name)) {
      item.data = padRows(item.data, width, item.shape[1], WIDTH);
      item.shape[0] = WIDTH;
    } else if (/_ffn_b1$/.test(item.name)) {
      item.data = Buffer.concat([item.data.subarray(0, width * 4), Buffer.alloc((WIDTH - width) * 4)]);
      item.shape[1] = WIDTH;
    }
  }
  return write(items);
}

/**
 * Matrices are stored transposed, row by row, followed by their scale. Pads rows to `length`, and their number to
 * WIDTH.
 */
function padRows(data, rowLength, rows, length) {
  const scale = data.subarray(rowLength * rows, rowLength * rows + 4);
  const padded = Buffer.alloc(length * (length === WIDTH ? rows : WIDTH));
  for (let row = 0; row < rows; row++) data.copy(padded, row * length, row * rowLength, (row + 1) * rowLength);
  return Buffer.concat([padded, scale]);
}

/** Parses Marian's binary format, version 1. */
function parse(bytes) {
  let at = 8;
  const u64 = () => {
    at += 8;
    return Number(bytes.readBigUInt64LE(at - 8));
  };
  const items = Array.from({ length: u64() }, () => ({
    nameLength: u64(),
    type: u64(),
    shapeLength: u64(),
    dataLength: u64(),
  }));
  for (const item of items) {
    item.name = bytes.toString("latin1", at, at + item.nameLength - 1);
    at += item.nameLength;
  }
  for (const item of items) {
    item.shape = Array.from({ length: item.shapeLength }, (_, i) => bytes.readInt32LE(at + 4 * i));
    at += 4 * item.shapeLength;
  }
  const pad = u64();
  at += pad;
  return items.map(({ name, type, shape, dataLength }) => {
    at += dataLength;
    return { name, type, shape, data: bytes.subarray(at - dataLength, at) };
  });
}

function write(items) {
  const number = (value) => {
    const buffer = Buffer.alloc(8);
    buffer.writeBigUInt64LE(BigInt(value));
    return buffer;
  };
  const padded = items.map(({ type, data }) =>
    type === TEXT ? data : Buffer.concat([data, Buffer.alloc((256 - (data.length % 256)) % 256)]),
  );
  const head = Buffer.concat([
    number(1),
    number(items.length),
    ...items.flatMap(({ name, type, shape }, i) => [name.length + 1, type, shape.length, padded[i].length].map(number)),
    ...items.map(({ name }) => Buffer.from(`${name}\0`, "latin1")),
    ...items.map(({ shape }) => Buffer.from(new Int32Array(shape).buffer)),
  ]);
  const start = (Math.floor((head.length + 8) / 256) + 1) * 256;
  const pad = start - head.length - 8;
  return Buffer.concat([head, number(pad), Buffer.alloc(pad), ...padded]);
}
