/** An operand of an operator; operands that no caller needs are `other`. */
export type Operand =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "name"; readonly value: string }
  | { readonly kind: "string"; readonly bytes: Uint8Array }
  | { readonly kind: "array"; readonly items: readonly Operand[] }
  | { readonly kind: "other" };

/** An operator with its operands: `start` is the offset of the first operand, `end` that after the operator. */
export type Operation = {
  readonly name: string;
  readonly operands: readonly Operand[];
  readonly start: number;
  readonly end: number;
};

/** Maximum nesting of an operand. */
const MAX_DEPTH = 50;

/**
 * The operations of a content stream (ISO 32000-2, 7.8.2) with their offsets. Linear. Damaged parts are skipped, as in
 * PDF readers. An inline image is one operation, `EI`.
 */
export function* operationsOf(bytes: Uint8Array): Generator<Operation> {
  const lexer = new Lexer(bytes);
  let operands: Operand[] = [];
  let start = -1;
  for (;;) {
    lexer.skipSpace();
    const at = lexer.at;
    if (at >= bytes.length) return;
    const found = lexer.read(0);
    if (found === null) continue;
    if (typeof found !== "string") {
      if (start < 0) start = at;
      operands.push(found);
      continue;
    }
    if (found === "BI") lexer.skipImage();
    yield { name: found === "BI" ? "EI" : found, operands, start: start < 0 ? at : start, end: lexer.at };
    operands = [];
    start = -1;
  }
}

const SPACE = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITER = new Set([..."()<>[]{}/%"].map((character) => character.charCodeAt(0)));

class Lexer {
  at = 0;
  constructor(private readonly bytes: Uint8Array) {}

  skipSpace(): void {
    const { bytes } = this;
    for (; this.at < bytes.length; this.at++) {
      const byte = bytes[this.at]!;
      if (byte === 0x25) {
        while (this.at < bytes.length && bytes[this.at] !== 10 && bytes[this.at] !== 13) this.at++;
      } else if (!SPACE.has(byte)) return;
    }
  }

  /** Reads an operand or the name of an operator. Null for a stray delimiter. */
  read(depth: number): Operand | string | null {
    const { bytes } = this;
    const byte = bytes[this.at]!;
    switch (byte) {
      case 0x28:
        return this.readString();
      case 0x2f:
        this.at++;
        return { kind: "name", value: decodeName(this.readRegular()) };
      case 0x5b:
        this.at++;
        return { kind: "array", items: this.readItems(0x5d, depth) };
      case 0x3c:
        if (bytes[this.at + 1] !== 0x3c) return this.readHex();
        this.at += 2;
        this.readItems(0x3e, depth);
        if (bytes[this.at] === 0x3e) this.at++;
        return { kind: "other" };
    }
    if (DELIMITER.has(byte)) {
      this.at++;
      return null;
    }
    const word = this.readRegular();
    const first = word.charCodeAt(0);
    if ((first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d || first === 0x2e)
      return { kind: "number", value: Number.parseFloat(word.replace(/^[-+]*(?=[-+])/, "")) || 0 };
    return word === "true" || word === "false" || word === "null" ? { kind: "other" } : word;
  }

  private readItems(close: number, depth: number): Operand[] {
    const items: Operand[] = [];
    for (;;) {
      this.skipSpace();
      if (this.at >= this.bytes.length) return items;
      if (this.bytes[this.at] === close) {
        this.at++;
        return items;
      }
      if (depth >= MAX_DEPTH) {
        this.at++;
        continue;
      }
      const found = this.read(depth + 1);
      if (found !== null && typeof found !== "string") items.push(found);
    }
  }

  private readRegular(): string {
    const { bytes } = this;
    const start = this.at;
    while (this.at < bytes.length && !SPACE.has(bytes[this.at]!) && !DELIMITER.has(bytes[this.at]!)) this.at++;
    return Buffer.from(bytes.buffer, bytes.byteOffset + start, this.at - start).toString("latin1");
  }

  private readString(): Operand {
    const { bytes } = this;
    const out: number[] = [];
    let open = 0;
    for (; this.at < bytes.length; this.at++) {
      const byte = bytes[this.at]!;
      if (byte === 0x5c) this.readEscape(out);
      else if (byte === 0x28) {
        if (open++ > 0) out.push(byte);
      } else if (byte === 0x29) {
        if (--open === 0) {
          this.at++;
          break;
        }
        out.push(byte);
      } else if (byte === 13) {
        if (bytes[this.at + 1] === 10) this.at++;
        out.push(10);
      } else out.push(byte);
    }
    return { kind: "string", bytes: Uint8Array.from(out) };
  }

  private readEscape(out: number[]): void {
    const { bytes } = this;
    const byte = bytes[++this.at];
    if (byte === undefined) return;
    if (byte >= 0x30 && byte <= 0x37) {
      let value = byte - 0x30;
      for (let digits = 1; digits < 3 && isOctal(bytes[this.at + 1]); digits++)
        value = value * 8 + bytes[++this.at]! - 0x30;
      out.push(value & 0xff);
    } else if (byte === 13) {
      if (bytes[this.at + 1] === 10) this.at++;
    } else if (byte !== 10) out.push(ESCAPES[byte] ?? byte);
  }

  private readHex(): Operand {
    const { bytes } = this;
    const end = bytes.indexOf(0x3e, this.at);
    const stop = end < 0 ? bytes.length : end;
    const digits = Buffer.from(bytes.buffer, bytes.byteOffset + this.at + 1, Math.max(0, stop - this.at - 1))
      .toString("latin1")
      .replace(/[^0-9a-fA-F]/g, "");
    this.at = stop + 1;
    return { kind: "string", bytes: Buffer.from(digits.length % 2 ? `${digits}0` : digits, "hex") };
  }

  /** Skips an inline image after `BI`: its data ends at an `EI` between white space. */
  skipImage(): void {
    const file = Buffer.from(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength);
    const data = file.indexOf("ID", this.at);
    for (let at = file.indexOf("EI", data < 0 ? this.at : data + 2); at >= 0; at = file.indexOf("EI", at + 2)) {
      const next = file[at + 2];
      if (!SPACE.has(file[at - 1]!) || !(next === undefined || SPACE.has(next))) continue;
      if (!file.subarray(at + 2, at + 12).every((byte) => byte === 10 || byte === 13 || (byte >= 32 && byte < 127)))
        continue;
      this.at = at + 2;
      return;
    }
    this.at = file.length;
  }
}

const ESCAPES: Readonly<Record<number, number>> = { 110: 10, 114: 13, 116: 9, 98: 8, 102: 12 };

function isOctal(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x37;
}

function decodeName(name: string): string {
  return name.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
