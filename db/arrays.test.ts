import net from "node:net";
import { afterAll, expect, test } from "vitest";
import { env } from "@/lib/env";
import { closeDatabase, limiterDb, sql } from "./client";

const before = env().DATABASE_URL;

afterAll(async () => {
  await closeDatabase();
  Object.assign(env(), { DATABASE_URL: before });
});

const TEXTS = ["plain", "", "two words", 'a "quote"', "a \\ backslash", "{a,b}", "NULL", "null", ",", " ", "ümläut\n"];

test.each([
  ["text[]", TEXTS],
  ["varchar[]", TEXTS],
  ["text[]", []],
  ["text[]", ["a", null, "NULL"]],
  [
    "text[]",
    [
      ["a", "b,c"],
      ["{", "}"],
    ],
  ],
  ["int[]", [1, -2, 3]],
  ["int[]", [[1], [2]]],
  ["float8[]", [0.5, 1e100]],
  ["bigint[]", ["9007199254740993"]],
  ["numeric[]", ["1.50"]],
  ["uuid[]", ["a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"]],
  ["jsonb[]", [{ a: ['"', "\\"] }, { b: 1 }]],
])("an array of type %s is stored and read as it is: %j", async (type, value) => {
  const [row] = await sql().unsafe(`select $1::text::${type} = $2::${type} as same, $2::${type} as value`, [
    written(value),
    value as never,
  ]);
  expect(row).toEqual({ same: true, value });
});

test("times, bytes and truth values in arrays are read as they are alone", async () => {
  const [row] =
    await sql()`select array['2026-01-02T03:04:05Z'::timestamptz] as times, array['\\x00ff'::bytea] as bytes,
    array[true, false] as truths`;
  expect(row).toEqual({
    times: [new Date("2026-01-02T03:04:05Z")],
    bytes: [Buffer.from([0, 255])],
    truths: [true, false],
  });
});

test("arrays are read although the first connection was lost as soon as it was made", async () => {
  const { hostname, port } = new URL(before ?? "");
  let connections = 0;
  // As PgBouncer does whose database is away: it admits the client, and ends its first statement.
  const pooler = net.createServer((near) => {
    near.on("error", () => {});
    if (++connections === 1) {
      near.once("data", () => {
        near.write(Buffer.from([...message("R", [0, 0, 0, 0]), ...message("Z", Buffer.from("I"))]));
        near.once("data", () => near.end(message("E", Buffer.from("SFATAL\0VFATAL\0C08P01\0Mno server\0\0"))));
      });
      return;
    }
    const far = net.connect(Number(port), hostname);
    far.on("error", () => near.destroy());
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => pooler.listen(0, "127.0.0.1", resolve));
  const address = new URL(before ?? "");
  address.host = `127.0.0.1:${(pooler.address() as net.AddressInfo).port}`;
  await closeDatabase();
  Object.assign(env(), { DATABASE_URL: address.href });
  const ask = () => limiterDb()`select array['a', 'b'] as list, ${["c"]}::text[] as sent`.catch(() => null);
  await expect.poll(async () => (await ask())?.[0], { timeout: 10_000 }).toEqual({ list: ["a", "b"], sent: ["c"] });
  expect(connections).toBeGreaterThan(1);
  await closeDatabase();
  pooler.close();
});

/** A message of PostgreSQL's protocol. */
function message(type: string, body: Uint8Array | readonly number[]): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}

/** An array as a person would write it for PostgreSQL, with every element quoted. */
function written(value: unknown): string {
  if (value === null) return "NULL";
  if (Array.isArray(value)) return `{${value.map(written).join(",")}}`;
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
