import net from "node:net";
import { afterAll, expect, test } from "vitest";
import { env } from "@/lib/base/env";
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
])("a value of type %s is unchanged after it is written and read: %j", async (type, value) => {
  const [row] = await sql().unsafe(`select $1::text::${type} = $2::${type} as same, $2::${type} as value`, [
    written(value),
    value as never,
  ]);
  expect(row).toEqual({ same: true, value });
});

test("timestamps, bytes and booleans in an array are read with the same types as outside an array", async () => {
  const [row] =
    await sql()`select array['2026-01-02T03:04:05Z'::timestamptz] as times, array['\\x00ff'::bytea] as bytes,
    array[true, false] as truths`;
  expect(row).toEqual({
    times: [new Date("2026-01-02T03:04:05Z")],
    bytes: [Buffer.from([0, 255])],
    truths: [true, false],
  });
});

test("a database client reads arrays even if its first connection was closed during setup", async () => {
  // As PgBouncer does during a database outage: accepts the client, then fails its first statement.
  const through = await throughProxy((near) => {
    near.once("data", () => {
      near.write(Buffer.from([...message("R", [0, 0, 0, 0]), ...message("Z", Buffer.from("I"))]));
      near.once("data", () => near.end(message("E", Buffer.from("SFATAL\0VFATAL\0C08P01\0Mno server\0\0"))));
    });
  });
  const ask = () => limiterDb()`select array['a', 'b'] as list, ${["c"]}::text[] as sent`.catch(() => null);
  await expect.poll(async () => (await ask())?.[0], { timeout: 10_000 }).toEqual({ list: ["a", "b"], sent: ["c"] });
  expect(through.connections).toBeGreaterThan(1);
});

test.each([
  ["limiter", limiterDb],
  ["statements", sql],
])(
  "a query after a lost connection receives none of the rows of the interrupted query (%s client)",
  async (_, client) => {
    const through = await throughProxy((near, far) => {
      near.pipe(far);
      let received = Buffer.alloc(0);
      far.on("data", (bytes: Buffer) => {
        received = Buffer.concat([received, bytes]);
        const end = endOfFirstRow(received);
        near.write(received.subarray(0, end ?? received.length));
        if (end === null) received = Buffer.alloc(0);
        else near.end();
      });
    });
    await expect(client()`select n from generate_series(1, 3) as n`).rejects.toMatchObject({
      code: "CONNECTION_CLOSED",
    });
    // Uses all connections of the pool, so that the lost one is reopened.
    const asked = Array.from({ length: 20 }, (_, i) => client()`select ${i}::int as one`);
    expect((await Promise.all(asked)).map((rows) => [...rows])).toEqual(asked.map((_, i) => [{ one: i }]));
    expect(through.connections).toBeGreaterThan(1);
  },
);

/** Connects to the database through a proxy that passes the first connection to `first`. */
async function throughProxy(first: (near: net.Socket, far: net.Socket) => void): Promise<{ connections: number }> {
  const address = new URL(before ?? "");
  const { hostname, port } = address;
  const through = { connections: 0 };
  const proxy = net.createServer((near) => {
    const far = net.connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
    through.connections += 1;
    if (through.connections === 1) first(near, far);
    else near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  proxy.unref();
  address.host = `127.0.0.1:${(proxy.address() as net.AddressInfo).port}`;
  await closeDatabase();
  Object.assign(env(), { DATABASE_URL: address.href });
  return through;
}

/** Offset at which the first row ends in complete messages of PostgreSQL; null if there is no row. */
function endOfFirstRow(messages: Buffer): number | null {
  for (let at = 0; at + 5 <= messages.length; ) {
    const isRow = messages[at] === 0x44;
    at += 1 + messages.readInt32BE(at + 1);
    if (isRow) return at;
  }
  return null;
}

/** A message of PostgreSQL's protocol. */
function message(type: string, body: Uint8Array | readonly number[]): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}

/** An array literal as a person might write it, with every element quoted. */
function written(value: unknown): string {
  if (value === null) return "NULL";
  if (Array.isArray(value)) return `{${value.map(written).join(",")}}`;
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
