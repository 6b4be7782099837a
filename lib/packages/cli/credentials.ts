import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Dragoman } from "@/lib/packages/sdk/sdk";
import { type Context, type Outcome, text, UsageError, type Values } from "./command";
import { confirmInBrowser } from "./confirm-in-browser";

export type Credentials = { readonly url: string; readonly apiKey: string };

/** The address and key from the options, else from the environment, else from what `dragoman login` has stored. */
export function findCredentials(values: Values, projectUrl: string | undefined): Credentials {
  const stored = readStored();
  const url = text(values, "url") || process.env.DRAGOMAN_URL || projectUrl || stored?.url;
  const apiKey = text(values, "key") || process.env.DRAGOMAN_API_KEY || stored?.apiKey;
  if (!url || !apiKey)
    throw new UsageError("No server and key. Run dragoman login, or set DRAGOMAN_URL and DRAGOMAN_API_KEY.");
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new UsageError("The server's address must begin with https:// or http://.");
  return { url, apiKey };
}

/** Checks a given key, or gets one by confirmation in the browser, and stores it readable by its owner only. */
export async function login({ values }: Context): Promise<Outcome> {
  const url = text(values, "url") || process.env.DRAGOMAN_URL;
  if (!url || !/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new UsageError("Name the server: dragoman login --url https://translate.example.org");
  const apiKey = text(values, "key") || process.env.DRAGOMAN_API_KEY || (await confirmInBrowser(url));
  const { account } = await new Dragoman({ baseUrl: url, apiKey }).getMe();
  const file = credentialsFile();
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  fs.writeFileSync(file, `${JSON.stringify({ url, apiKey }, null, 2)}\n`, { mode: 0o600 });
  // Writing does not change the mode of an existing file.
  fs.chmodSync(file, 0o600);
  return {
    data: { url, file, account: account.name, tier: account.tier },
    text: `Signed in to ${account.name} on ${url}. The key is stored in ${file}.`,
  };
}

function readStored(): Credentials | null {
  const file = credentialsFile();
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, "utf8")) as Credentials) : null;
}

function credentialsFile(): string {
  const home = os.homedir();
  const folder =
    process.env.XDG_CONFIG_HOME ??
    (process.platform === "win32"
      ? (process.env.APPDATA ?? path.join(home, "AppData/Roaming"))
      : process.platform === "darwin"
        ? path.join(home, "Library/Application Support")
        : path.join(home, ".config"));
  return path.join(folder, "dragoman/credentials.json");
}
