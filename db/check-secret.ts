import postgres from "postgres";
import { fingerprint } from "@/lib/base/secret-box";

/** Name of the row in server_settings. */
export const FINGERPRINT = "secret_fingerprint";

/**
 * True if the servers of this database use this secret; the first caller sets it. Servers with different secrets would
 * reject each other's sessions and cursors, and could not read each other's webhook secrets and service keys.
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
