import { createHash } from "node:crypto";

/**
 * A backup is one gzip stream of text that can be read without this program:
 *
 *     -- Dragoman backup {"format":1, …}
 *     COPY "accounts" ("id", "name") FROM stdin;
 *     …one row per line in PostgreSQL's COPY text format, in which no row contains a raw line break…
 *     \.
 *     -- End {"rows":{"accounts":12}, "sequences":{…}}
 *
 * A missing last line reveals a truncated backup; the SHA-256 of everything before that line reveals a changed one.
 */
export const FORMAT = 1;

export type Table = { readonly name: string; readonly columns: readonly string[] };

export type Header = {
  readonly format: number;
  readonly createdAt: string;
  /** Time of the latest applied migration in drizzle's journal, which identifies the migration. */
  readonly schema: number;
  readonly tables: readonly Table[];
};

export type End = {
  readonly rows: Record<string, number>;
  readonly sequences: Record<string, string>;
  /** SHA-256 of the backup before this line, in hexadecimal digits; backups of version 0.1 have none. */
  readonly sha256?: string;
};

/** A backup that cannot be created or restored. The message is a sentence for the operator. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

const HEADER = "-- Dragoman backup ";
const END = "-- End ";
const TERMINATOR = "\\.\n";

export const encodeHeader = (header: Header): string => `${HEADER}${JSON.stringify(header)}\n`;
export const encodeEnd = (end: End): string => `${END}${JSON.stringify(end)}\n`;
export const encodeTable = (table: Table): string =>
  `COPY ${quote(table.name)} (${table.columns.map(quote).join(", ")}) FROM stdin;\n`;
export const TABLE_END = TERMINATOR;

/** A quoted SQL identifier. */
export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Reads the parts of a backup in order. Every method throws BackupError for unexpected content. */
export class BackupReader {
  private pending: Buffer = Buffer.alloc(0);
  private readonly hash = createHash("sha256");
  private readonly chunks: AsyncIterator<Buffer>;

  constructor(source: AsyncIterable<Buffer>) {
    this.chunks = source[Symbol.asyncIterator]();
  }

  async header(): Promise<Header> {
    const line = await this.line().catch(() => "");
    if (!line.startsWith(HEADER)) throw new BackupError("This file is not a backup of Dragoman.");
    return JSON.parse(line.slice(HEADER.length));
  }

  /**
   * The last line. `checkHash` compares the hash of everything before that line. Call it after comparing the counts,
   * whose errors are more specific.
   */
  async end(): Promise<End & { readonly checkHash: () => void }> {
    const digest = this.hash.copy().digest("hex");
    const line = await this.line();
    if (!line.startsWith(END)) throw damaged();
    const end: End = JSON.parse(line.slice(END.length));
    const checkHash = () => {
      if (end.sha256 !== undefined && end.sha256 !== digest)
        throw new BackupError("The backup is damaged: its hash does not match its content. Use another one.");
    };
    return { ...end, checkHash };
  }

  /** The rows of the next table, which must be `table`, in chunks of whole lines. */
  async *rows(table: Table): AsyncGenerator<Buffer> {
    if (`${await this.line()}\n` !== encodeTable(table)) throw damaged();
    for (;;) {
      const end = this.endOfRows();
      if (end >= 0) {
        if (end > 0) yield this.hashed(this.pending.subarray(0, end));
        this.hashed(this.pending.subarray(end, end + TERMINATOR.length));
        this.pending = this.pending.subarray(end + TERMINATOR.length);
        return;
      }
      yield* this.wholeLines();
      await this.more();
    }
  }

  /** Offset of the terminator at the start of a line, or -1. The buffer always begins with a line. */
  private endOfRows(): number {
    if (this.pending.subarray(0, TERMINATOR.length).toString("latin1") === TERMINATOR) return 0;
    const at = this.pending.indexOf(`\n${TERMINATOR}`);
    return at < 0 ? -1 : at + 1;
  }

  /** All complete lines. The last, incomplete line is kept back: it may be the start of the terminator or of a row. */
  private *wholeLines(): Generator<Buffer> {
    const end = this.pending.lastIndexOf("\n") + 1;
    if (end > 0) yield this.hashed(this.pending.subarray(0, end));
    this.pending = this.pending.subarray(end);
  }

  private hashed(bytes: Buffer): Buffer {
    this.hash.update(bytes);
    return bytes;
  }

  private async line(): Promise<string> {
    let end = this.pending.indexOf("\n");
    for (; end < 0; end = this.pending.indexOf("\n")) await this.more();
    const line = this.hashed(this.pending.subarray(0, end + 1)).toString("utf8", 0, end);
    this.pending = this.pending.subarray(end + 1);
    return line;
  }

  private async more(): Promise<void> {
    const next = await this.chunks.next().catch(() => ({ done: true, value: undefined }) as const);
    if (next.done) throw new BackupError("The backup is cut off or damaged: use another one.");
    this.pending = this.pending.length > 0 ? Buffer.concat([this.pending, next.value]) : next.value;
  }
}

/** One row in PostgreSQL's COPY text format. */
export function encodeRow(values: readonly (string | null)[]): string {
  return `${values.map((value) => (value === null ? "\\N" : escapeText(value))).join("\t")}\n`;
}

/** The values of one row, without its line break. */
export function decodeRow(line: string): (string | null)[] {
  return line.split("\t").map((value) => (value === "\\N" ? null : unescapeText(value)));
}

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
const escapeText = (text: string) => text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);

const UNESCAPES: Readonly<Record<string, string>> = { t: "\t", n: "\n", r: "\r" };
const unescapeText = (text: string) =>
  text.replace(/\\(.)/g, (_, character: string) => UNESCAPES[character] ?? character);

const damaged = () => new BackupError("The backup is damaged: its parts are in the wrong order. Use another one.");

/** Number of rows in a chunk of whole lines. */
export function countLines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count++;
  return count;
}
