import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { IS_LONG } from "@/e2e/long";
import { useOwnDatabase } from "@/e2e/own-database";
import { newPerson } from "@/e2e/people";
import { S3_KEYS, startS3 } from "@/e2e/s3";
import { newId } from "@/lib/base/ids";
import { opened, requireBucket } from "@/lib/base/storage/bucket";
import { S3Bucket } from "@/lib/base/storage/s3";
import { toAppError } from "@/lib/http/api/responses";
import { writeBackup } from "./backup";
import { objectSink, openBackup } from "./backup-place";
import { isSecretOf } from "./check-secret";
import { type ChunkOwner, countBytes, readChunks, replaceChunks, streamChunks, writeChunks } from "./chunks";
import { db, sql } from "./client";
import { moveBytes } from "./move-objects";
import { adoptBucket, ownsBucket } from "./object-owner";
import { deleteObjects, sweepObjects } from "./object-sweep";
import { restoreBackup } from "./restore";
import { fileChunks } from "./schema";
import { verifyBackup } from "./verify-backup";

let server: Awaited<ReturnType<typeof startS3>>;
const SECRET = "the secret of this database, long enough";
const MiB = 1024 * 1024;

beforeAll(async () => {
  await useOwnDatabase();
  server = await startS3();
});
beforeEach(() => opened.set(new S3Bucket({ url: server.url, ...S3_KEYS })));
afterEach(async () => {
  opened.set(new S3Bucket({ url: server.url, ...S3_KEYS }));
  await sql()`delete from files`;
  await deleteObjects(0);
  expect(await keys()).toEqual([]);
});
afterAll(() => server.stop());

describe("object storage of file bytes", () => {
  test.each([0, 1, 5 * MiB, 8 * MiB, 19 * MiB + 7])("object storage returns %d bytes unchanged", async (size) => {
    const [owner, bytes] = [await newFile(), randomBytes(size)];
    await db().transaction((tx) => writeChunks(tx, owner, bytes));
    expect(await sql()`select octet_length(bytes) as inline, object_bytes::int from file_chunks`).toEqual([
      { inline: 0, object_bytes: size },
    ]);
    expect(bytes.equals((await readChunks(owner)) ?? Buffer.from("none"))).toBe(true);
    expect(bytes.equals(await all(streamChunks(owner)))).toBe(true);
    expect(await countBytes(owner)).toBe(size);
  });

  test("deleting a row deletes its stored bytes, unless another row refers to them", async () => {
    const [owner, copy] = [await newFile(), await newFile()];
    await db().transaction((tx) => writeChunks(tx, owner, Buffer.from("shared")));
    await sql()`insert into file_chunks select ${copy.key.fileId}, kind, number, bytes, object_key, object_bytes from file_chunks`;
    await sql()`delete from files where id = ${owner.key.fileId}`;
    await deleteObjects(0);
    expect((await readChunks(copy))?.toString()).toBe("shared");
    await db().transaction((tx) => replaceChunks(tx, copy, Buffer.from("other")));
    await deleteObjects(0);
    expect(await keys()).toHaveLength(1);
    expect((await readChunks(copy))?.toString()).toBe("other");
  });

  test("stored bytes remain readable for a while after their row is deleted", async () => {
    const owner = await newFile();
    await db().transaction((tx) => writeChunks(tx, owner, Buffer.from("being read")));
    await sql()`delete from files where id = ${owner.key.fileId}`;
    await deleteObjects();
    expect(await keys()).toHaveLength(1);
  });
});

describe("sweeping orphaned objects", () => {
  test("the sweep finds the objects that a failed transaction left, and deletes only those", async () => {
    const owner = await newFile();
    await db().transaction((tx) => writeChunks(tx, owner, Buffer.from("kept")));
    const failed = db().transaction(async (tx) => {
      await writeChunks(tx, await newFile(), Buffer.from("left"));
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    await requireBucket().put("backups/mine.gz", [Buffer.from("a backup")]);
    expect(await sweepObjects({ remove: true })).toMatchObject({ orphans: 0, missing: [] });
    expect(await sweepObjects({ remove: true, hours: -1 })).toMatchObject({ orphans: 1, orphanBytes: 4, missing: [] });
    expect((await keys()).length).toBe(2);
    expect((await readChunks(owner))?.toString()).toBe("kept");
    await requireBucket().delete("backups/mine.gz");
  });

  test("the sweep compares ages by the storage's clock, so a machine two days ahead deletes no recent object", async () => {
    opened.set(new S3Bucket({ url: server.url, ...S3_KEYS, localNow: () => Date.now() + 48 * 3_600_000 }));
    const store = requireBucket();
    await store.put("files/young", [Buffer.from("of a transaction that is not committed")]);
    expect(await sweepObjects({ remove: true })).toMatchObject({ orphans: 0 });
    expect(await sweepObjects({ remove: true, hours: -1 })).toMatchObject({ orphans: 1 });
  });

  test("the sweep lists objects that rows refer to but the storage lacks", async () => {
    const owner = await newFile();
    await db().transaction((tx) => writeChunks(tx, owner, Buffer.from("lost")));
    const [key = ""] = await keys();
    await requireBucket().delete(key);
    expect((await sweepObjects({ remove: true })).missing).toEqual([key]);
    expect(toAppError(await readChunks(owner).catch((error) => error))).toMatchObject({ status: 503 });
  });
});

describe("backups with object storage", () => {
  test("a backup includes the bytes of object storage, and is verified and restored without access to that storage", async () => {
    const [owner, other, bytes] = [await newFile(), await newFile(), randomBytes(2 * MiB + 5)];
    await db().transaction((tx) => writeChunks(tx, owner, bytes));
    await db().transaction((tx) => writeChunks(tx, other, Buffer.alloc(0)));
    await isSecretOf(process.env.DATABASE_URL ?? "", SECRET);
    const { sink, written } = (await objectSink("s3:today.gz"))!;
    await Promise.all([writeBackup(process.env.DATABASE_URL ?? "", sink), written]);
    await expect(objectSink("s3:today.gz")).rejects.toThrow("exists already");

    const verify = async (secret: string) => verifyBackup(await openBackup("s3:today.gz"), secret);
    expect(await verify(SECRET)).toMatchObject({ isHashed: true, isOwnSecret: true, missing: 0 });
    expect(await verify("another secret that is long enough")).toMatchObject({ isOwnSecret: false });
    const copy = await newDatabase();
    await restoreBackup(copy, await openBackup("s3:today.gz"));
    const restored = postgres(copy, { max: 1 });
    const rows = await restored<{ bytes: Buffer; object_key: string | null }[]>`
      select bytes, object_key from file_chunks where file_id = ${owner.key.fileId} order by number`;
    const id = await restored`select 1 from server_settings where name = 'storage_id'`;
    await restored.end();
    expect(bytes.equals(Buffer.concat(rows.map((row) => row.bytes)))).toBe(true);
    expect(rows.map((row) => row.object_key)).toEqual([null, null, null]);
    expect(id).toEqual([]);
    await requireBucket().delete("backups/today.gz");
  });

  test("a backup with one changed byte fails verification", async () => {
    const file = path.join(os.tmpdir(), `${randomBytes(8).toString("hex")}.gz`);
    await writeBackup(process.env.DATABASE_URL ?? "", fs.createWriteStream(file));
    const text = gunzipSync(fs.readFileSync(file)).toString("latin1");
    const changed = text.replace("Ada Test", "Ava Test");
    expect(changed).not.toBe(text);
    fs.writeFileSync(file, gzipSync(Buffer.from(changed, "latin1")));
    await expect(verifyBackup(await openBackup(file), SECRET)).rejects.toThrow("damaged");
    fs.rmSync(file);
  });

  test("a database restored from a backup can't delete objects of the original database", async () => {
    const owner = await newFile();
    await db().transaction((tx) => writeChunks(tx, owner, Buffer.from("the original's")));
    await ownsBucket();
    await sql()`update server_settings set value = '"a copy"' where name = 'storage_id'`;
    await sql()`delete from files`;
    await deleteObjects(0);
    await expect(sweepObjects({ remove: true, hours: -1 })).rejects.toThrow("Another database");
    expect((await keys()).filter((key) => key.startsWith("files/"))).toHaveLength(1);
    await adoptBucket();
  });
});

describe("moving bytes between the database and object storage", () => {
  test.each([
    ["from the database to object storage", "s3"],
    ["from object storage back to the database", "database"],
  ] as const)("moving bytes %s does not disturb a running download", async (_, to) => {
    const [owner, other, bytes] = [await newFile(), await newFile(), randomBytes(5 * MiB + 3)];
    opened.set(to === "s3" ? null : new S3Bucket({ url: server.url, ...S3_KEYS }));
    await db().transaction((tx) => writeChunks(tx, owner, bytes));
    await db().transaction((tx) => writeChunks(tx, other, Buffer.alloc(0)));
    opened.set(new S3Bucket({ url: server.url, ...S3_KEYS }));
    const reader = streamChunks(owner).getReader();
    const first = await reader.read();
    expect(await moveBytes(to)).toEqual({ moved: 2, bytes: bytes.length, skipped: 0 });
    expect(await moveBytes(to)).toEqual({ moved: 0, bytes: 0, skipped: 0 });
    const pieces = [first.value!];
    for (let next = await reader.read(); !next.done; next = await reader.read()) pieces.push(next.value);
    expect(bytes.equals(Buffer.concat(pieces))).toBe(true);
    expect(bytes.equals((await readChunks(owner))!)).toBe(true);
    expect(await readChunks(other)).toHaveLength(0);
    const rows = await sql()`select object_key from file_chunks where object_key is not null`;
    expect(rows).toHaveLength(to === "s3" ? 2 : 0);
  });

  test("moving bytes never overwrites content that was replaced during the move", async () => {
    const owner = await newFile();
    opened.set(null);
    await db().transaction((tx) => writeChunks(tx, owner, Buffer.from("old")));
    const store = new S3Bucket({ url: server.url, ...S3_KEYS });
    const put = store.put.bind(store);
    store.put = async (key, source) => {
      const size = await put(key, source);
      opened.set(null);
      await db().transaction((tx) => replaceChunks(tx, owner, Buffer.from("new")));
      opened.set(store);
      return size;
    };
    opened.set(store);
    expect(await moveBytes("s3")).toMatchObject({ moved: 0, skipped: 1 });
    expect((await readChunks(owner))?.toString()).toBe("new");
    expect(await keys()).toEqual([]);
  });
});

test("a write is refused with 503 and stores nothing while object storage doesn't answer", async () => {
  const owner = await newFile();
  opened.set(new S3Bucket({ url: "s3://files?endpoint=http://127.0.0.1:9", ...S3_KEYS }));
  const failed = await db()
    .transaction((tx) => writeChunks(tx, owner, Buffer.from("x")))
    .catch((error) => error);
  expect(toAppError(failed)).toMatchObject({ code: "overloaded", status: 503, headers: { "Retry-After": "5" } });
  expect(await readChunks(owner)).toBeNull();
});

if (IS_LONG)
  test("listing objects continues past the first page until the end", async () => {
    const store = requireBucket();
    const all = Array.from({ length: 1_005 }, (_, i) => `files/${i}`);
    for (let i = 0; i < all.length; i += 50) await Promise.all(all.slice(i, i + 50).map((key) => store.put(key, [])));
    expect((await keys()).sort()).toEqual(all.sort());
    for (let i = 0; i < all.length; i += 50) await Promise.all(all.slice(i, i + 50).map((key) => store.delete(key)));
  });

test.each([
  ["ahead", 3_600_000],
  ["behind", -3_600_000],
])("a machine whose clock is an hour %s stores, reads and deletes objects normally", async (_, offset) => {
  let skew = 0;
  const store = new S3Bucket({ url: server.url, ...S3_KEYS, localNow: () => Date.now() + skew });
  const bytes = randomBytes(9 * MiB);
  // The clock jumps, and is then set right again.
  for (skew of [offset, 0]) {
    const key = `files/${newId("file")}`;
    expect(await store.exists(key)).toBe(false);
    await Promise.all([store.put(key, [bytes]), store.put(`${key}-2`, [bytes]), store.put(`${key}-3`, [])]);
    expect(bytes.equals(await all(new Response(await store.get(key)).body!))).toBe(true);
    expect(Math.abs(store.now() - Date.now())).toBeLessThan(60_000);
    for (const suffix of ["", "-2", "-3"]) await store.delete(`${key}${suffix}`);
    expect(await keys()).toEqual([]);
  }
});

test("a request to object storage is repeated once if it is refused because of a wrong clock, and not after other refusals", async () => {
  const dates: (string | undefined)[] = [];
  const refusing = createServer((request, response) => {
    dates.push(String(request.headers["x-amz-date"]));
    response.writeHead(403, isSkewed ? { Date: new Date(Date.now() + 7_200_000).toUTCString() } : {}).end();
  });
  await new Promise<void>((resolve) => refusing.listen(0, "127.0.0.1", resolve));
  const { port } = refusing.address() as AddressInfo;
  const store = new S3Bucket({ url: `s3://files?endpoint=http://127.0.0.1:${port}`, ...S3_KEYS });
  let isSkewed = false;
  await expect(store.exists("an-object")).rejects.toMatchObject({ status: 403 });
  expect(dates).toHaveLength(1);
  isSkewed = true;
  await expect(store.exists("an-object")).rejects.toMatchObject({ status: 403 });
  expect(dates).toHaveLength(3);
  refusing.closeAllConnections();
  refusing.close();
});

test("a read fails when the storage stops sending in the middle of an object", async () => {
  const stalling = createServer((_, response) => {
    response.writeHead(200, { "Content-Length": "10" });
    response.write("half");
  });
  await new Promise<void>((resolve) => stalling.listen(0, "127.0.0.1", resolve));
  const { port } = stalling.address() as AddressInfo;
  const store = new S3Bucket({ url: `s3://files?endpoint=http://127.0.0.1:${port}`, ...S3_KEYS, timeoutMs: 200 });
  const read = async () => new Response(await store.get("an-object")).text();
  await expect(read()).rejects.toMatchObject({ name: "StorageError", isOutage: true });
  stalling.closeAllConnections();
  stalling.close();
});

test("reading an object after object storage was removed from the settings fails for good and isn't retried", () => {
  opened.set(null);
  expect(requireBucket).toThrow(expect.objectContaining({ name: "StorageError", isOutage: false }));
});

async function newDatabase(): Promise<string> {
  const url = new URL(process.env.DATABASE_URL ?? "");
  const name = `copy_${randomBytes(6).toString("hex")}`;
  await sql().unsafe(`create database ${name}`);
  url.pathname = `/${name}`;
  return url.href;
}

async function newFile(): Promise<Extract<ChunkOwner, { table: typeof fileChunks }>> {
  const { accountId } = await newPerson();
  const fileId = newId("file");
  await sql()`
    insert into files (id, account_id, job_id, file_name, output_name, format, media_type, bytes, target, expires_at)
    values (${fileId}, ${accountId}, 'job', 'a.txt', 'a.es.txt', 'txt', 'text/plain', 1, 'es', now() + interval '1 day')`;
  return { table: fileChunks, key: { fileId, kind: "source" } };
}

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for await (const page of requireBucket().list()) found.push(...page.map(({ key }) => key));
  return found.filter((key) => key !== "owner");
}

async function all(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  return Buffer.from(await new Response(stream).arrayBuffer());
}
