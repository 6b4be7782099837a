import { tsImport } from "tsx/esm/api";

/** Creates an enterprise account with the given limits in the server's database, and a key. */
export async function makeKey(server, limits) {
  const [key] = await makeKeys(server, limits, 1);
  return key;
}

/** Several accounts with a key each. */
export async function makeKeys(server, limits, count) {
  process.env.DATABASE_URL = server.databaseUrl;
  const load = (file) => tsImport(file, import.meta.url);
  const [{ db, closeDatabase }, accounts, keys] = await Promise.all([
    load("../../db/client.ts"),
    load("../../lib/identity/accounts/accounts.ts"),
    load("../../lib/identity/accounts/keys.ts"),
  ]);
  const made = [];
  for (let i = 0; i < count; i++) {
    const account = await accounts.createAccount(db(), { name: "Benchmark", tier: "enterprise", limits });
    const operator = await accounts.operatorOf(account.id);
    const { secret } = await db().transaction((tx) => keys.createKey(operator, { name: "Benchmark" }, tx));
    made.push(secret);
  }
  await closeDatabase();
  return made;
}
