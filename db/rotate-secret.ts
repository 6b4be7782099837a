import postgres from "postgres";
import { newId } from "@/lib/base/ids";
import { fingerprint, open, SealBroken, seal } from "@/lib/base/secret-box";
import { FINGERPRINT } from "./check-secret";

/** Every column with encrypted secrets, with the column that identifies the row, and the purpose of the encryption. */
const SEALED: readonly { table: string; id: string; column: string; purposeOf: (id: string) => string }[] = [
  { table: "webhooks", id: "id", column: "secret", purposeOf: () => "webhook" },
  { table: "webhooks", id: "id", column: "previous_secret", purposeOf: () => "webhook" },
  { table: "authenticators", id: "user_id", column: "secret", purposeOf: () => "authenticator" },
  { table: "engine_services", id: "kind", column: "key", purposeOf: (kind) => `engine ${kind}` },
];

/** Thrown while servers are running, because they would continue to use the old secret. */
export class ServersRunning extends Error {
  override readonly name = "ServersRunning";
}

/**
 * Re-encrypts everything with a new secret and makes it this database's secret, in one transaction. Values that the old
 * secret cannot decrypt stay unchanged and are counted: people must enter them again. Throws {@link ServersRunning}.
 */
export async function rotateSecret(
  url: string,
  from: string,
  to: string,
): Promise<{ resealed: number; unreadable: number }> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await sql.begin(async (tx) => {
      const [{ running } = { running: 0 }] = await tx<{ running: number }[]>`
        select count(*)::int as running from pg_stat_activity
         where application_name = 'dragoman' and datname = current_database()`;
      if (running > 0) throw new ServersRunning("Stop all servers and workers of this database first.");
      let [resealed, unreadable] = [0, 0];
      for (const { table, id, column, purposeOf } of SEALED) {
        const rows = await tx<{ id: string; sealed: Buffer }[]>`
          select ${tx(id)} as id, ${tx(column)} as sealed from ${tx(table)} where ${tx(column)} is not null for update`;
        for (const row of rows) {
          const plain = openIfReadable(purposeOf(row.id), row.sealed, from);
          if (plain === null) {
            unreadable += 1;
            continue;
          }
          const sealed = seal(purposeOf(row.id), plain, to);
          await tx`update ${tx(table)} set ${tx(column)} = ${sealed} where ${tx(id)} = ${row.id}`;
          resealed += 1;
        }
      }
      await tx`insert into server_settings (name, value) values (${FINGERPRINT}, ${tx.json(fingerprint(to))})
               on conflict (name) do update set value = excluded.value, updated_at = now()`;
      await tx`insert into audit_entries (id, is_server, action, actor_type, actor_name, details)
               values (${newId("auditEntry")}, true, 'secret.rotated', 'system', 'Command line', ${tx.json({ resealed, unreadable })})`;
      return { resealed, unreadable };
    });
  } finally {
    await sql.end();
  }
}

function openIfReadable(purpose: string, sealed: Buffer, secret: string): string | null {
  try {
    return open(purpose, sealed, secret);
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}
