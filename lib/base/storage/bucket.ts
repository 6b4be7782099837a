import { randomUUID } from "node:crypto";
import { env } from "@/lib/base/env";
import { perProcess } from "@/lib/base/singleton";
import { S3Bucket, StorageSettingsError } from "./s3";

/** The opened bucket; tests set their own. */
export const opened = perProcess<S3Bucket | null>("storage.bucket", open);

/** The bucket of FILES_URL; null if files are kept in the database. */
export function bucket(): S3Bucket | null {
  return opened();
}

/** The bucket that a row refers to. Throws {@link StorageSettingsError} if FILES_URL is no longer set. */
export function requireBucket(): S3Bucket {
  const configured = bucket();
  if (!configured) throw new StorageSettingsError("A file is in object storage, but FILES_URL is not set.");
  return configured;
}

/** A key that no object has had. Keys are never reused, so an object never changes. */
export function newObjectKey(kind: string): string {
  return `${kind}/${randomUUID()}`;
}

function open(): S3Bucket | null {
  const { FILES_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = env();
  if (!FILES_URL) return null;
  return new S3Bucket({
    url: FILES_URL,
    accessKeyId: AWS_ACCESS_KEY_ID ?? "",
    secretAccessKey: AWS_SECRET_ACCESS_KEY ?? "",
    sessionToken: AWS_SESSION_TOKEN,
  });
}
