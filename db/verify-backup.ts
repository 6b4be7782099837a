import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { fingerprint } from "@/lib/base/secret-box";
import { BackupError, BackupReader, countLines, decodeRow, FORMAT, type Table } from "./backup-format";
import { FINGERPRINT } from "./check-secret";
import { migrationOfBackup, REPLACED_BACKUP } from "./journal";

export type VerifiedBackup = {
  readonly createdAt: string;
  readonly tables: number;
  readonly rows: number;
  /** Size without compression. */
  readonly bytes: number;
  /** False for backups of older releases, which contain counts but no hash. */
  readonly isHashed: boolean;
  /** Whether the given secret decrypts the backup's secrets; null if no server had used the backed-up database. */
  readonly isOwnSecret: boolean | null;
  /** Number of files whose bytes are not in the backup because object storage did not have them. */
  readonly missing: number;
};

/**
 * Reads a whole backup and checks whether it could be restored: compression, order, counts and hash are right, and this
 * release knows its tables. Throws BackupError. Needs no database.
 */
export async function verifyBackup(source: Readable, secret: string): Promise<VerifiedBackup> {
  const reader = new BackupReader(source.pipe(createGunzip()));
  const header = await reader.header();
  const schema = header.format === FORMAT ? migrationOfBackup(header.schema) : "unknown";
  if (schema === "replaced") throw new BackupError(REPLACED_BACKUP);
  if (schema === "unknown")
    throw new BackupError("This backup was written by another, probably newer release: verify it with that one.");
  const counts: Record<string, number> = {};
  let [bytes, missing] = [0, 0];
  let print: string | null = null;
  for (const table of header.tables) {
    counts[table.name] = 0;
    for await (const chunk of reader.rows(table)) {
      counts[table.name] = (counts[table.name] ?? 0) + countLines(chunk);
      bytes += chunk.length;
      if (table.name === "server_settings") print ??= fingerprintIn(table, chunk);
      missing += objectsIn(table, chunk);
    }
  }
  const end = await reader.end();
  for (const [name, expected] of Object.entries(end.rows))
    if (counts[name] !== expected)
      throw new BackupError(`The backup is damaged: ${name} has ${counts[name] ?? 0} rows of ${expected}.`);
  end.checkHash();
  return {
    createdAt: header.createdAt,
    tables: header.tables.length,
    rows: Object.values(counts).reduce((sum, count) => sum + count, 0),
    bytes,
    isHashed: end.sha256 !== undefined,
    isOwnSecret: print === null ? null : print === fingerprint(secret),
    missing,
  };
}

function fingerprintIn(table: Table, chunk: Buffer): string | null {
  for (const row of rowsOf(chunk))
    if (row[table.columns.indexOf("name")] === FINGERPRINT)
      return String(JSON.parse(row[table.columns.indexOf("value")] ?? "null"));
  return null;
}

function objectsIn(table: Table, chunk: Buffer): number {
  const at = table.columns.indexOf("object_key");
  return at < 0 ? 0 : rowsOf(chunk).filter((row) => row[at] !== null).length;
}

function rowsOf(chunk: Buffer): (string | null)[][] {
  return chunk.toString("utf8").split("\n").slice(0, -1).map(decodeRow);
}
