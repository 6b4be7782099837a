import fs from "node:fs";
import path from "node:path";
import { env } from "@/lib/env";
import { writeBackup } from "./backup";
import { BackupError } from "./backup-format";

/** `npm run backup -- [file]` */
const named = process.argv[2];
const file = named
  ? path.resolve(process.env.INIT_CWD ?? ".", named)
  : path.join(env().DATA_DIR, "backups", `dragoman-${new Date().toISOString().replace(/[:.]/g, "-")}.gz`);

try {
  if (fs.existsSync(file)) throw new BackupError(`${file} exists already: choose another name.`);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.part`;
  await writeBackup(
    env().DATABASE_DIRECT_URL ?? env().DATABASE_URL ?? "",
    fs.createWriteStream(draft, { mode: 0o600, flush: true }),
    (name, rows) => console.log(`  ${name}: ${rows} rows`),
  ).catch((error) => {
    fs.rmSync(draft, { force: true });
    throw error;
  });
  fs.renameSync(draft, file);
  console.log(
    `Written to ${file} (${(fs.statSync(file).size / 1e6).toFixed(1)} MB). Keep ${path.join(env().DATA_DIR, "secret")} with it: it signs sessions.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
