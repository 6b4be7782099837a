import path from "node:path";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import type postgres from "postgres";
import { ROOT } from "@/lib/base/root";
import squashed from "./migrations/squashed.json";

/** The folder with the migrations of this release. */
export const MIGRATIONS = path.join(ROOT, "db/migrations");

/** A row of drizzle's journal; `at` identifies a migration, in milliseconds. */
export type Applied = { readonly hash: string; readonly at: number };

/** The migrations that the baseline replaces, oldest first: the time and hash of each. */
const REPLACED = squashed.migrations.map(([at, hash]): Applied => ({ at: Number(at), hash: String(hash) }));
const [FIRST, LAST] = [REPLACED[0]?.at ?? 0, REPLACED.at(-1)?.at ?? 0];
const LAST_RELEASE = `Dragoman ${squashed.release} (commit ${squashed.commit})`;

/** The time of the first migration that each of our databases has: before or after the squash. */
export const firstMigrations = (migrations: readonly MigrationMeta[]): number[] => [
  FIRST,
  migrations[0]?.folderMillis ?? 0,
];

/** The applied migrations of a database, oldest first; none without a journal. */
export async function readJournal(sql: postgres.Sql): Promise<Applied[]> {
  const [journal] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as present`;
  if (!journal?.present) return [];
  const rows = await sql<{ hash: string; at: string }[]>`
    select hash, created_at::text as at from drizzle.__drizzle_migrations order by created_at`;
  return rows.map(({ hash, at }) => ({ hash, at: Number(at) }));
}

/**
 * Whether a database was migrated by files that the baseline replaces. `null`: no. `complete`: by all of them, so that
 * it has the baseline's tables. Else a clause for the operator about what is missing, without a full stop.
 */
export function replacedState(journal: readonly Applied[]): null | "complete" | { readonly fault: string } {
  const last = journal.at(-1);
  if (!last || last.at > LAST) return null;
  const applied = new Set(journal.map(({ hash }) => hash));
  const count = REPLACED.filter(({ hash }) => applied.has(hash)).length;
  if (count === REPLACED.length) return "complete";
  const state = `it has ${count} of the ${REPLACED.length} migrations of ${LAST_RELEASE}, and nothing was changed`;
  const remedy =
    last.at === LAST
      ? "make a backup with that version and restore it with this one"
      : "start that version with it once, then this one";
  return { fault: `${state}: ${remedy}` };
}

/**
 * Replaces a complete journal of the last release before the squash by the baseline's journal, in one transaction. The
 * caller holds the lock of migrations.
 * @throws Error if that journal is incomplete
 */
export async function bridgeJournal(sql: postgres.Sql): Promise<void> {
  const state = replacedState(await readJournal(sql));
  if (state === null) return;
  if (state !== "complete") throw new Error(state.fault);
  await sql.begin(async (tx) => {
    await tx`delete from drizzle.__drizzle_migrations`;
    for (const { hash, folderMillis } of baseline())
      await tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;
  });
}

/**
 * The migration of this release, by its time, whose tables a backup has; for a backup of the last release before the
 * squash, the baseline. `replaced` if the backup is older, `unknown` if it is from another, probably newer release.
 */
export function migrationOfBackup(
  schema: number,
  migrations: readonly MigrationMeta[] = readMigrationFiles({ migrationsFolder: MIGRATIONS }),
): number | "replaced" | "unknown" {
  if (migrations.some(({ folderMillis }) => folderMillis === schema)) return schema;
  if (schema === LAST) return baseline().at(-1)?.folderMillis ?? "unknown";
  return REPLACED.some(({ at }) => at === schema) ? "replaced" : "unknown";
}

/** Tells the operator what to do with a backup that is too old for this release. */
export const REPLACED_BACKUP = `This backup is older than ${LAST_RELEASE}: restore it with that version, start it once, and make a new backup.`;

const baseline = () => readMigrationFiles({ migrationsFolder: MIGRATIONS }).slice(0, squashed.baseline);
