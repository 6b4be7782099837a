import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { env } from "@/lib/base/env";
import { serverSecret } from "@/lib/base/secret-box";
import { isSecretOf } from "./check-secret";
import { rotateSecret, ServersRunning } from "./rotate-secret";

const HELP = `npm run secret -- rotate|adopt

  rotate   re-encrypt everything with another secret: a generated one where DATA_DIR/secret is used, else that of
           NEW_DRAGOMAN_SECRET. Stop all servers first. Everybody has to sign in again.
  adopt    make the secret of this machine that of the database, after a restore whose secret is lost. Stored service keys
           have to be entered again, and webhooks need new secrets.`;

/** A mistake in the operator's command; only its message is printed, without a stack trace. */
class UsageError extends Error {}

const MIN_CHARACTERS = 32;

async function main([action]: readonly string[]): Promise<string> {
  const { DATABASE_URL = "", DATABASE_DIRECT_URL: url = DATABASE_URL, DATA_DIR } = env();
  const current = serverSecret();
  if (action === "adopt") {
    const { unreadable } = await rotateSecret(url, current, current);
    return `The database now uses the secret of this machine. ${entered(unreadable)}`;
  }
  if (action !== "rotate") throw new UsageError(HELP);
  if (!(await isSecretOf(url, current)))
    throw new UsageError("DRAGOMAN_SECRET is not the secret of this database: set the secret that its servers use.");
  const file = path.join(DATA_DIR, "secret");
  const isGenerated = fs.existsSync(file) && fs.readFileSync(file, "utf8").trim() === current;
  const next = isGenerated ? randomBytes(32).toString("hex") : (process.env.NEW_DRAGOMAN_SECRET ?? "");
  if (next.length < MIN_CHARACTERS)
    throw new UsageError(`Set NEW_DRAGOMAN_SECRET to at least ${MIN_CHARACTERS} characters.`);
  // Written before the rotation: losing a secret that the database uses would be worse than leaving an unused file.
  if (isGenerated) fs.writeFileSync(`${file}.new`, next, { mode: 0o600 });
  const { resealed, unreadable } = await rotateSecret(url, current, next);
  if (isGenerated) fs.renameSync(`${file}.new`, file);
  const where = isGenerated ? `It is in ${file}.` : "Set DRAGOMAN_SECRET to the new one on every machine.";
  return `The secret was rotated; ${resealed} stored secrets were re-encrypted. ${where} ${entered(unreadable)}`;
}

function entered(unreadable: number): string {
  return unreadable > 0
    ? `${unreadable} stored secrets could not be read: enter those service keys again and give those webhooks new secrets.`
    : "";
}

main(process.argv.slice(2)).then(
  (message) => console.log(message.trim()),
  (error: unknown) => {
    const isForeseen = error instanceof UsageError || error instanceof ServersRunning;
    console.error(isForeseen ? error.message : error);
    process.exitCode = 1;
  },
);
