import fs from "node:fs";
import path from "node:path";
import { env } from "@/lib/env";
import { BackupError } from "./backup-format";
import { restoreBackup } from "./restore";

/** `npm run restore -- file [--force]` */
const args = process.argv.slice(2);
const force = args.includes("--force");
const [named] = args.filter((arg) => arg !== "--force");

try {
  if (!named) throw new BackupError("Which backup? npm run restore -- <file> [--force]");
  const file = path.resolve(process.env.INIT_CWD ?? ".", named);
  if (!fs.existsSync(file)) throw new BackupError(`There is no file ${file}.`);
  await restoreBackup(env().DATABASE_DIRECT_URL ?? env().DATABASE_URL ?? "", fs.createReadStream(file), {
    force,
    onTable: (name, rows) => console.log(`  ${name}: ${rows} rows`),
  });
  console.log("Restored.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
