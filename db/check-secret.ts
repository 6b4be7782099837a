import postgres from "postgres";
import { fingerprint } from "@/lib/base/secret-box";

/** Row of server_settings with a fingerprint of the secret. */
export const FINGERPRINT = "secret_fingerprint";

/**
 * True if this is the secret of the database's servers; the first call sets it. Servers with different secrets would
 * reject each other's sessions and cursors, and could not decrypt each other's webhook secrets and service keys.
 */
export async function isSecretOf(url: string, secret: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const expected = fingerprint(secret);
    await sql`insert into server_settings (name, value) values (${FINGERPRINT}, ${sql.json(expected)}) on conflict do nothing`;
    const [row] = await sql<{ value: string }[]>`select value from server_settings where name = ${FINGERPRINT}`;
    return row?.value === expected;
  } finally {
    await sql.end();
  }
}
