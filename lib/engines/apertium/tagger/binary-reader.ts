/**
 * Reads the binary format of Apertium's tools: numbers of one to four bytes, strings of such numbers, and big-endian
 * doubles.
 */
export class BinaryReader {
  #at = 0;

  constructor(private readonly file: Buffer) {}

  /** Number of bytes read. */
  get position(): number {
    return this.#at;
  }

  get atEnd(): boolean {
    return this.#at >= this.file.length;
  }

  /** The two highest bits of the first byte are the number of further bytes. */
  number(): number {
    const first = this.#byte();
    let value = first & 0x3f;
    for (let more = first >> 6; more > 0; more--) value = value * 256 + this.#byte();
    return value;
  }

  string(): string {
    const units: number[] = [];
    for (let left = this.number(); left > 0; left--) units.push(this.number());
    return String.fromCodePoint(...units);
  }

  double(): number {
    const value = this.#at + 8 <= this.file.length ? this.file.readDoubleBE(this.#at) : 0;
    this.#at += 8;
    return value;
  }

  /** If `text` follows, skips it and returns true. */
  skip(text: string): boolean {
    const found = this.file.toString("latin1", this.#at, this.#at + text.length) === text;
    if (found) this.#at += text.length;
    return found;
  }

  bytes(count: number): Buffer {
    const ahead = this.file.subarray(this.#at, this.#at + count);
    this.#at += count;
    return ahead;
  }

  #byte(): number {
    if (this.atEnd) throw new Error("the file ends too early");
    return this.file[this.#at++]!;
  }
}
