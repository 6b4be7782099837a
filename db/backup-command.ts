import fs from "node:fs";
import path from "node:path";
import type { Writable } from "node:stream";
import { env } from "@/lib/base/env";
import { serverSecret } from "@/lib/base/secret-box";
import { writeBackup } from "./backup";
import { BackupError } from "./backup-format";
import { objectSink, openBackup } from "./backup-place";
import { verifyBackup } from "./verify-backup";

/** `npm run backup -- [file | s3:name]` and `npm run backup -- verify (file | s3:name)` */
const [first, second] = process.argv.slice(2);

async function write(place: string | undefined): Promise<string> {
  let missing = 0;
  const url = env().DATABASE_DIRECT_URL ?? env().DATABASE_URL ?? "";
  const fill = (sink: Writable) =>
    writeBackup(
      url,
      sink,
      (name, rows) => console.log(`  ${name}: ${rows} rows`),
      () => {
        missing += 1;
      },
    );
  const object = place ? await objectSink(place) : null;
  const written = object
    ? await Promise.all([fill(object.sink), object.written]).then(([, bytes]) => ({ name: place, bytes }))
    : await writeFile(place, fill);
  if (missing > 0)
    console.error(`${missing} files are missing in object storage and in this backup: see npm run files -- check.`);
  return `Written to ${written.name} (${sizeOf(written.bytes)}, compressed). Keep ${secretPlace()} with the backup: it decrypts the stored keys of services.`;
}

function sizeOf(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Says which file or variable the current secret comes from. */
function secretPlace(): string {
  return env().DRAGOMAN_SECRET ? "DRAGOMAN_SECRET" : path.join(env().DATA_DIR, "secret");
}

async function writeFile(place: string | undefined, fill: (sink: fs.WriteStream) => Promise<void>) {
  const file = place
    ? path.resolve(process.env.INIT_CWD ?? ".", place)
    : path.join(env().DATA_DIR, "backups", `dragoman-${new Date().toISOString().replace(/[:.]/g, "-")}.gz`);
  if (fs.existsSync(file)) throw new BackupError(`${file} exists already: choose another name.`);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.part`;
  await fill(fs.createWriteStream(draft, { mode: 0o600, flush: true })).catch((error) => {
    fs.rmSync(draft, { force: true });
    throw error;
  });
  fs.renameSync(draft, file);
  return { name: file, bytes: fs.statSync(file).size };
}

async function verify(place: string | undefined): Promise<string> {
  if (!place) throw new BackupError("Which backup? npm run backup -- verify <file>");
  const summary = await verifyBackup(await openBackup(place), serverSecret());
  const checked = summary.isHashed ? "Its counts and hash are right" : "Its counts are right; it is too old for a hash";
  if (summary.missing > 0)
    console.error(`${summary.missing} of its files were missing in object storage when it was written.`);
  const text = `${summary.rows} rows in ${summary.tables} tables (${sizeOf(summary.bytes)}), written at ${summary.createdAt}. ${checked}.`;
  if (summary.isOwnSecret === false)
    throw new BackupError(
      `${text}\nIt was written with another secret than this server's: restore it together with its own DRAGOMAN_SECRET.`,
    );
  return `${text}${summary.isOwnSecret ? " This server's secret can decrypt it." : ""}`;
}

try {
  console.log(first === "verify" ? await verify(second) : await write(first));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
