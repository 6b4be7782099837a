import { StorageError } from "@/lib/base/storage/s3";
import { closeDatabase } from "./client";
import { moveBytes } from "./move-objects";
import { adoptBucket } from "./object-owner";
import { deleteObjects, sweepObjects } from "./object-sweep";

const HELP = `npm run files -- move s3|database
npm run files -- check [--delete]
npm run files -- adopt

  move    move the bytes of documents, files, exports and screenshots to object storage (FILES_URL), or back to the
          database, while servers run. Can be stopped and started again.
  check   compare object storage with the database: objects that nothing refers to, and missing ones. --delete removes
          the former if they are older than a day. Exits with 1 if objects are missing.
  adopt   make this database the owner of the bucket's prefix, after a restore that replaces the former one. Only
          the owner deletes objects.`;

async function main([action, argument]: readonly string[]): Promise<number> {
  if (action === "move" && (argument === "s3" || argument === "database")) {
    const started = Date.now();
    let count = 0;
    const { moved, bytes, skipped } = await moveBytes(argument, () => {
      count += 1;
      if (count % 100 === 0) console.log(`  ${count} moved`);
    });
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(`Moved ${moved} files (${(bytes / 1e6).toFixed(1)} MB) in ${seconds} s.`);
    if (skipped > 0) console.log(`${skipped} changed during the move: run the command again for them.`);
    return 0;
  }
  if (action === "check") {
    const { objects, orphans, orphanBytes, missing } = await sweepObjects({ remove: argument === "--delete" });
    if (argument === "--delete") await deleteObjects();
    console.log(`${objects} objects.`);
    const size = `${orphans} objects older than a day (${(orphanBytes / 1e6).toFixed(1)} MB) belong to nothing`;
    console.log(`${size}${argument === "--delete" ? ": deleted" : orphans > 0 ? ": --delete removes them" : ""}.`);
    console.log(
      `${missing.length} objects are missing${missing.length > 0 ? ": restore them from a copy of the bucket" : ""}.`,
    );
    for (const key of missing) console.log(`  ${key}`);
    return missing.length > 0 ? 1 : 0;
  }
  if (action === "adopt") {
    await adoptBucket();
    console.log("This database owns the objects below the prefix of FILES_URL now.");
    return 0;
  }
  console.log(HELP);
  return action === undefined || action === "help" ? 0 : 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof StorageError ? error.message : error);
  process.exitCode = 1;
}
await closeDatabase();
