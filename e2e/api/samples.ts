import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { baseUrl } from "./client";

const root = path.resolve(import.meta.dirname, "../..");

/** The code samples of a page in a language, by name: blocks that begin with ```` ```sh sample=name ````. */
export function samplesOf(page: string, language: "sh" | "js" | "yaml" | "json"): Record<string, string> {
  const text = fs.readFileSync(path.join(root, "docs", page), "utf8");
  const blocks = text.matchAll(new RegExp(`^\`\`\`${language} sample=(\\w+)\\n([\\s\\S]*?)^\`\`\`$`, "gm"));
  return Object.fromEntries([...blocks].map(([, name, code]) => [name, code]));
}

/** Resources, by name, that samples create in an account and should have deleted. */
export async function leftIn(apiKey: string): Promise<readonly string[]> {
  const lists = ["projects", "glossaries", "webhooks", "files"].map(async (name) => {
    const headers = { Authorization: `Bearer ${apiKey}` };
    const answer = await (await fetch(`${baseUrl()}/v1/${name}`, { headers })).json();
    return (answer[name] as readonly { id: string }[]).map(({ id }) => id);
  });
  return (await Promise.all(lists)).flat();
}

/** Runs a shell sample of a page against the server under test, and returns what it prints. */
export async function runShellSample(page: string, name: string, apiKey: string): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    DRAGOMAN_URL: baseUrl(),
    DRAGOMAN_API_KEY: apiKey,
  } as unknown as NodeJS.ProcessEnv; // TypeScript's type of the environment, changed by Next, requires NODE_ENV.
  const { stdout } = await promisify(execFile)("bash", ["-c", samplesOf(page, "sh")[name]!], { env });
  return stdout;
}
