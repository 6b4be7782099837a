import { env } from "@/lib/base/env";
import { BackupError } from "./backup-format";
import { openBackup } from "./backup-place";
import { restoreBackup } from "./restore";

/** `npm run restore -- (file | s3:name) [--force]` */
const args = process.argv.slice(2);
const force = args.includes("--force");
const [named] = args.filter((arg) => arg !== "--force");

try {
  if (!named) throw new BackupError("Which backup? npm run restore -- <file | s3:name> [--force]");
  await restoreBackup(env().DATABASE_DIRECT_URL ?? env().DATABASE_URL ?? "", await openBackup(named), {
    force,
    onTable: (name, rows) => console.log(`  ${name}: ${rows} rows`),
  });
  console.log("Restored.");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
