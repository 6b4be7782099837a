import { tsImport } from "tsx/esm/api";

/** Creates an enterprise account with the given limits in the server's database, and a key. */
export async function makeKey(server, limits) {
  process.env.DATABASE_URL = server.databaseUrl;
  const load = (file) => tsImport(file, import.meta.url);
  const [{ db, closeDatabase }, accounts, keys] = await Promise.all([
    load("../../db/client.ts"),
    load("../../lib/identity/accounts/accounts.ts"),
    load("../../lib/identity/accounts/keys.ts"),
  ]);
  const account = await accounts.createAccount(db(), { name: "Benchmark", tier: "enterprise", limits });
  const operator = await accounts.operatorOf(account.id);
  const { secret } = await db().transaction((tx) => keys.createKey(operator, { name: "Benchmark" }, tx));
  await closeDatabase();
  return secret;
}
