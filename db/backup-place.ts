import fs from "node:fs";
import path from "node:path";
import { PassThrough, Readable, type Writable } from "node:stream";
import { requireBucket } from "@/lib/base/storage/bucket";
import { BackupError } from "./backup-format";

/** `s3:name` means an object in the bucket of FILES_URL. */
const S3 = /^s3:([\w.-]{1,200})$/;

/** Opens a backup for reading. Throws BackupError. */
export async function openBackup(place: string): Promise<Readable> {
  const name = S3.exec(place)?.[1];
  if (name === undefined) {
    const file = path.resolve(process.env.INIT_CWD ?? ".", place);
    if (!fs.existsSync(file)) throw new BackupError(`There is no file ${file}.`);
    return fs.createReadStream(file);
  }
  const stream = await requireBucket().get(keyOf(name));
  if (!stream) throw new BackupError(`There is no backup ${name} in object storage.`);
  return Readable.from(stream);
}

/** The object to which a backup is written; null if it goes to a file. Throws BackupError if the object exists. */
export async function objectSink(
  place: string,
): Promise<{ readonly sink: Writable; readonly written: Promise<number> } | null> {
  const name = S3.exec(place)?.[1];
  if (name === undefined) return null;
  if (await requireBucket().exists(keyOf(name)))
    throw new BackupError(`The backup ${name} exists already in object storage: choose another name.`);
  const sink = new PassThrough();
  const written = requireBucket().put(keyOf(name), sink);
  written.catch((error) => sink.destroy(error));
  return { sink, written };
}

/** Has a prefix that the sweep of orphaned objects ignores. */
const keyOf = (name: string) => `backups/${name}`;
