import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { open, SealBroken, seal } from "@/lib/base/secret-box";
import { isSecretOf } from "./check-secret";
import { migrate } from "./migrate";
import { rotateSecret, ServersRunning } from "./rotate-secret";

const [FIRST, SECOND] = ["first secret ".repeat(3), "second secret ".repeat(3)] as const;
const NAME = `dragoman_secret_${process.pid}`;

let server: postgres.Sql;
let sql: postgres.Sql;
let url: string;

// A separate database, because a rotation re-encrypts everything.
beforeAll(async () => {
  const address = new URL(process.env.DATABASE_URL ?? "");
  server = postgres(address.href, { max: 1, onnotice: () => {} });
  await server.unsafe(`create database ${NAME}`);
  address.pathname = `/${NAME}`;
  url = address.href;
  await migrate(url);
  sql = postgres(url, { max: 1, onnotice: () => {} });
});

afterAll(async () => {
  await sql.end();
  await server.unsafe(`drop database ${NAME} with (force)`);
  await server.end();
});

test("the first secret used with a database becomes its secret, and any other secret is refused", async () => {
  expect(await isSecretOf(url, FIRST)).toBe(true);
  expect(await isSecretOf(url, SECOND)).toBe(false);
  expect(await isSecretOf(url, FIRST)).toBe(true);
  expect(JSON.stringify(await sql`select * from server_settings`)).not.toContain("first");
});

test("rotating the secret re-encrypts everything and counts what cannot be decrypted", async () => {
  await sql`insert into accounts (id, name, tier) values ('acc_1', 'A', 'free')`;
  await sql`insert into webhooks (id, account_id, url, secret, previous_secret)
            values ('wh_1', 'acc_1', 'https://a', ${seal("webhook", "new", FIRST)}, ${seal("webhook", "old", FIRST)}),
                   ('wh_2', 'acc_1', 'https://b', ${seal("webhook", "lost", "another secret")}, null)`;
  await sql`insert into engine_services (kind, enabled, settings, key)
            values ('deepl', true, '{}', ${seal("engine deepl", "a key", FIRST)}), ('apy', true, '{}', null)`;
  expect(await rotateSecret(url, FIRST, SECOND)).toEqual({ resealed: 3, unreadable: 1 });

  const [webhook] = await sql<{ secret: Buffer; previous_secret: Buffer }[]>`select * from webhooks where id = 'wh_1'`;
  expect(open("webhook", webhook!.secret, SECOND)).toBe("new");
  expect(open("webhook", webhook!.previous_secret, SECOND)).toBe("old");
  expect(() => open("webhook", webhook!.secret, FIRST)).toThrow(SealBroken);
  const [service] = await sql<{ key: Buffer }[]>`select key from engine_services where kind = 'deepl'`;
  expect(open("engine deepl", service!.key, SECOND)).toBe("a key");
  expect(await isSecretOf(url, FIRST)).toBe(false);
  expect(await isSecretOf(url, SECOND)).toBe(true);
});

test("rotating the secret is refused while a server runs with the old secret", async () => {
  const running = postgres(url, { max: 1, connection: { application_name: "dragoman" } });
  await running`select 1`;
  await expect(rotateSecret(url, SECOND, FIRST)).rejects.toThrow(ServersRunning);
  await running.end();
  expect(await isSecretOf(url, SECOND)).toBe(true);
});
