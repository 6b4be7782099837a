import { env } from "@/lib/base/env";
import { BackupError } from "./backup-format";
import { openBackup } from "./backup-place";
import { restoreDrill } from "./drill";
import { restoreBackup } from "./restore";

/** `npm run restore -- (file | s3:name) [--force | --drill]` */
const args = process.argv.slice(2);
const force = args.includes("--force");
const drill = args.includes("--drill");
const [named] = args.filter((arg) => arg !== "--force" && arg !== "--drill");
const url = env().DATABASE_DIRECT_URL ?? env().DATABASE_URL ?? "";
const onTable = (name: string, rows: number) => console.log(`  ${name}: ${rows} rows`);

try {
  if (!named) throw new BackupError("Which backup? npm run restore -- <file | s3:name> [--force | --drill]");
  const backup = await openBackup(named);
  if (drill) {
    const { rows, seconds } = await restoreDrill(url, backup, { onTable });
    console.log(
      `The drill restored ${rows} rows in ${seconds} s, as the backup counts them. Nothing here was changed.`,
    );
  } else {
    await restoreBackup(url, backup, { force, onTable });
    console.log("Restored.");
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
