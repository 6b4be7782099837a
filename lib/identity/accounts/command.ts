import { parseArgs } from "node:util";
import { closeDatabase, db } from "@/db/client";
import type { LimitOverrides } from "@/db/schema/accounts";
import { AppError } from "@/lib/base/errors";
import { mailedUrl } from "@/lib/base/mail";
import { type NewAuditEntry, OPERATOR, recordAudit } from "@/lib/identity/audit/record";
import { TIER_LIMITS } from "@/lib/identity/quota/tiers";
import { Email } from "@/lib/schemas/members";
import { TIERS, type Tier } from "@/lib/vocabulary/accounts";
import { SCOPES, type Scope } from "@/lib/vocabulary/rights";
import { createAccount, getAccountRow, listAccounts, operatorOf, updateAccount } from "./accounts";
import { createKey, listKeys, revokeKey } from "./keys";
import { resetLink } from "./password-reset";
import { addMember, createUser, findUser } from "./people";

/** `npm run account -- <command>`: account administration without a browser. Prints results to stdout, one per line. */
const HELP = `npm run account -- <command>

  create --name NAME [--tier TIER] [--owner EMAIL]
                                    make an account; with --owner also its person, with a link to set a password
  list                              list all accounts
  set-tier ACCOUNT TIER             TIER: ${TIERS.join(", ")}
  set-limit ACCOUNT NAME VALUE      NAME: ${Object.keys(TIER_LIMITS.free).join(", ")}
                                    VALUE: a number, none (no hourly limit), or default (the tier's own)
  set-leased ACCOUNT on|off         on: servers take requests of the hourly limit in blocks, for accounts with
                                    thousands of requests a second (docs/operations.md)
  create-key ACCOUNT [--name NAME] [--scopes a,b] [--limit N] [--days N]
                                    make an API key and print it, this once
  list-keys ACCOUNT                 list an account's keys, without their secrets
  revoke-key ACCOUNT KEY            revoke a key: it fails from the next request on
  reset-password EMAIL              print a link to set a new password

ACCOUNT is an id (acc_…). Scopes: ${SCOPES.join(", ")}.`;

/** A mistake in the operator's command; only its message is printed, without a stack trace. */
class UsageError extends Error {}

type Options = Partial<Record<"name" | "tier" | "owner" | "scopes" | "limit" | "days", string>>;
type Command = (args: readonly string[], options: Options) => Promise<string>;

const COMMANDS: Readonly<Record<string, Command>> = {
  create,
  list,
  "set-tier": setTier,
  "set-limit": setLimit,
  "set-leased": setLeased,
  "create-key": makeKey,
  "list-keys": keys,
  "revoke-key": revoke,
  "reset-password": resetPassword,
};

type Entry = Pick<NewAuditEntry, "action" | "accountId" | "target" | "details">;

/** Arguments of each command that the audit log records. */
const AUDITED: Readonly<Record<string, (args: readonly string[]) => Entry>> = {
  "set-tier": ([id = "", tier = ""]) => ({ action: "account.limits_changed", accountId: id, details: { tier } }),
  "set-limit": ([id = "", name = ""]) => ({
    action: "account.limits_changed",
    accountId: id,
    details: { fields: [name] },
  }),
  "set-leased": ([id = "", leased = ""]) => ({ action: "account.limits_changed", accountId: id, details: { leased } }),
  "create-key": ([id = ""]) => ({ action: "key.created", accountId: id }),
  "revoke-key": ([id = "", key = ""]) => ({ action: "key.revoked", accountId: id, target: { id: key, name: null } }),
  "reset-password": () => ({ action: "reset_link.created", accountId: null }),
};

async function create(_: readonly string[], { name, tier, owner }: Options): Promise<string> {
  const input = { name: required(name, "--name NAME"), ...(tier ? { tier: tierOf(tier) } : {}) };
  if (owner === undefined) return (await createAccount(db(), input)).id;
  const email = Email.safeParse(owner);
  if (!email.success) throw new UsageError(`${owner} is not an e-mail address.`);
  const { accountId, userId } = await db().transaction(async (tx) => {
    const account = await createAccount(tx, input);
    const user =
      (await findUser(email.data, tx)) ??
      (await createUser(tx, { email: email.data, name: email.data.split("@")[0]!, passwordHash: null }));
    await addMember(tx, account.id, user.id, "owner");
    return { accountId: account.id, userId: user.passwordHash === null ? user.id : null };
  });
  return userId ? `${accountId}\n${(await resetLink(userId, mailedUrl(), null)).link}` : accountId;
}

async function list(): Promise<string> {
  const rows = await listAccounts();
  return rows
    .map((row) => [row.id, row.tier, JSON.stringify(row.limits), row.createdAt.toISOString(), row.name].join("\t"))
    .join("\n");
}

async function setTier([account, tier]: readonly string[]): Promise<string> {
  const row = await updateAccount(required(account, "ACCOUNT"), { tier: tierOf(required(tier, "TIER")) });
  return `${row.id} is ${row.tier}`;
}

async function setLimit([account, name, value]: readonly string[]): Promise<string> {
  const row = await getAccountRow(required(account, "ACCOUNT"));
  const limits: LimitOverrides = { ...row.limits };
  const limit = limitName(required(name, "NAME"));
  const given = required(value, "VALUE");
  if (given === "default") delete limits[limit];
  else if (given !== "none") limits[limit] = wholeNumber(given, limit);
  else if (limit === "requestsPerHour") limits.requestsPerHour = null;
  else throw new UsageError("Only requestsPerHour can have the value none.");
  await updateAccount(row.id, { limits });
  return `${row.id} has ${JSON.stringify(limits)}`;
}

async function setLeased([account, value]: readonly string[]): Promise<string> {
  const given = required(value, "on or off");
  if (given !== "on" && given !== "off") throw new UsageError("Give on or off.");
  const row = await updateAccount(required(account, "ACCOUNT"), { leased: given === "on" });
  return row.leased ? `${row.id} leases blocks of its hourly limit` : `${row.id} is counted request by request`;
}

async function makeKey([account]: readonly string[], options: Options): Promise<string> {
  const operator = await operatorOf(required(account, "ACCOUNT"));
  const days = options.days === undefined ? null : wholeNumber(options.days, "--days");
  const { secret } = await createKey(operator, {
    name: options.name ?? "Made on the command line",
    ...(options.scopes ? { scopes: options.scopes.split(",").map(scopeOf) } : {}),
    hourlyLimit: options.limit === undefined ? null : wholeNumber(options.limit, "--limit"),
    expiresAt: days === null ? null : new Date(Date.now() + days * 86_400_000),
  });
  return secret;
}

async function keys([account]: readonly string[]): Promise<string> {
  const { accountId } = await operatorOf(required(account, "ACCOUNT"));
  const lines: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listKeys({ accountId }, { limit: 100, cursor });
    for (const key of page.keys)
      lines.push(
        [
          key.id,
          key.state,
          `${key.start}…${key.last4}`,
          key.scopes.join(","),
          key.lastUsedAt ?? "never used",
          key.name,
        ].join("\t"),
      );
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return lines.join("\n");
}

async function revoke([account, key]: readonly string[]): Promise<string> {
  const id = required(key, "KEY");
  await revokeKey({ accountId: required(account, "ACCOUNT"), userId: null }, id);
  return `${id} is revoked`;
}

async function resetPassword([email]: readonly string[]): Promise<string> {
  const user = await findUser(required(email, "EMAIL"));
  if (!user) throw new UsageError("Nobody has this e-mail address.");
  return (await resetLink(user.id, mailedUrl(), null)).link;
}

function required(value: string | undefined, what: string): string {
  if (value === undefined || value === "") throw new UsageError(`${what} is missing. See npm run account -- help.`);
  return value;
}

function tierOf(text: string): Tier {
  if (!(text in TIER_LIMITS))
    throw new UsageError(`There is no tier ${text}. Tiers: ${Object.keys(TIER_LIMITS).join(", ")}.`);
  return text as Tier;
}

function scopeOf(text: string): Scope {
  const scope = SCOPES.find((known) => known === text.trim());
  if (!scope) throw new UsageError(`There is no scope ${text}. Scopes: ${SCOPES.join(", ")}.`);
  return scope;
}

function limitName(text: string): keyof LimitOverrides {
  if (!(text in TIER_LIMITS.free))
    throw new UsageError(`There is no limit ${text}. Limits: ${Object.keys(TIER_LIMITS.free).join(", ")}.`);
  return text as keyof LimitOverrides;
}

function wholeNumber(text: string, what: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new UsageError(`${what} must be a whole number.`);
  return Number(text);
}

async function run(): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        name: { type: "string" },
        tier: { type: "string" },
        owner: { type: "string" },
        scopes: { type: "string" },
        limit: { type: "string" },
        days: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
    const [name = "help", ...args] = positionals;
    const { help, ...options } = values;
    if (help || name === "help") {
      console.log(HELP);
      return 0;
    }
    const command = COMMANDS[name];
    if (!command) throw new UsageError(`There is no command ${name}.\n\n${HELP}`);
    console.log(await command(args, options));
    const entry = AUDITED[name]?.(args);
    if (entry) await recordAudit({ ...entry, isServer: true, actor: OPERATOR, request: null });
    return 0;
  } catch (error) {
    console.error(sentence(error));
    return 1;
  }
}

function sentence(error: unknown): string {
  const code = (error as { code?: string }).code ?? "";
  if (error instanceof UsageError || error instanceof AppError || code.startsWith("ERR_PARSE_ARGS"))
    return (error as Error).message;
  return `The command failed: ${(error as Error).message}`;
}

process.exitCode = await run();
await closeDatabase();
