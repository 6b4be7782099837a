import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { baseUrl, newAccount } from "./client";
import { samplesOf } from "./samples";

type Action = {
  readonly inputs: Readonly<Record<string, { readonly required?: boolean; readonly default?: string }>>;
  readonly runs: {
    readonly steps: readonly { readonly run: string; readonly env: Readonly<Record<string, string>> }[];
  };
};

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
const action = path.join(root, ".github/actions/sync");
const { inputs, runs } = parse(fs.readFileSync(path.join(action, "action.yml"), "utf8")) as Action;
const home = fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-action-"));
const bundle = path.join(root, "lib/packages/cli/dist/dragoman.mjs");
const work = path.join(home, "work");
const origin = path.join(home, "origin.git");
const calls = path.join(home, "calls");
let key: string;

beforeAll(async () => {
  key = (await newAccount()).key;
  await run("git", ["init", "-q", "--bare", origin]);
  await run("git", ["clone", "-q", origin, work]);
  await git("checkout", "-qb", "main");
  // Replaces GitHub's CLI, which would open the pull request, and records its arguments.
  fs.mkdirSync(path.join(home, "bin"));
  // The action's command is split at spaces, which the project's path may contain.
  fs.symlinkSync(bundle, path.join(home, "bin/dragoman"));
  const gh = `#!/bin/sh\nif [ "$2" = list ]; then if [ -e "${calls}" ]; then echo 1; else echo 0; fi; else printf '%s\\n' "$@" > "${calls}"; fi\n`;
  fs.writeFileSync(path.join(home, "bin/gh"), gh, { mode: 0o755 });
  write("locales/en.json", { house: "The house is big." });
  write("locales/es.json", {});
  write("dragoman.json", {
    sourceLanguage: "en",
    targetLanguages: ["es"],
    files: [{ source: "locales/en.json", target: "locales/{language}.json" }],
  });
  const env = { PATH: process.env.PATH, HOME: home, DRAGOMAN_URL: baseUrl(), DRAGOMAN_API_KEY: key };
  await run(process.execPath, [bundle, "push", "--wait"], { cwd: work, env: env as unknown as NodeJS.ProcessEnv });
  await git("add", "-A");
  await git("commit", "-qm", "Start");
  await git("push", "-q", "origin", "main");
});
afterAll(() => fs.rmSync(home, { recursive: true, force: true }));

const git = async (...args: string[]) =>
  (await run("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...args], { cwd: work })).stdout;
const write = (file: string, content: unknown) => {
  fs.mkdirSync(path.dirname(path.join(work, file)), { recursive: true });
  fs.writeFileSync(path.join(work, file), `${JSON.stringify(content, null, 2)}\n`);
};

/** Runs the action's step as GitHub would, with the settings of its documentation page, overridden by these. */
async function sync(given: Record<string, string>, env: Record<string, string>) {
  const { jobs } = parse(samplesOf("action.md", "yaml").workflow!);
  const { uses, with: settings } = jobs.translations.steps[1];
  expect(uses.split("@")[0].endsWith("/.github/actions/sync")).toBe(true);
  const missing = Object.entries(inputs).filter(([name, { required }]) => required && !(name in settings));
  expect([missing, Object.keys(settings).filter((name) => !(name in inputs))]).toEqual([[], []]);
  const values: Record<string, string> = {
    ...Object.fromEntries(Object.entries(inputs).map(([name, one]) => [name, one.default ?? ""])),
    ...settings,
    url: baseUrl(),
    key,
    command: "dragoman",
    ...given,
  };
  const [step] = runs.steps;
  const filled = Object.entries(step!.env).map(([name, value]) => [
    name,
    value.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, input) => String(values[input])),
  ]);
  const all = {
    PATH: `${path.join(home, "bin")}:${process.env.PATH}`,
    HOME: home,
    GITHUB_ACTION_PATH: action,
    ...Object.fromEntries(filled),
    ...env,
  };
  return run("bash", ["-c", step!.run], { cwd: work, env: all as NodeJS.ProcessEnv }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({ ...error, stdout: error.stdout + error.stderr }),
  );
}

test("the action uploads the sources on a push to the main branch and opens one pull request that contains only translations", async () => {
  const push = { GITHUB_EVENT_NAME: "push", GITHUB_REF_NAME: "main" };
  const done = await sync({ "min-state": "draft", "fail-below": "" }, push);
  expect(done.code, done.stdout).toBe(0);
  await git("fetch", "-q");
  const diff = await git("diff", "--name-only", "origin/main", "origin/dragoman/translations");
  expect(diff.trim().split("\n")).toEqual(["locales/es.json"]);
  const translated = await git("show", "origin/dragoman/translations:locales/es.json");
  expect(JSON.parse(translated)).toEqual({ house: "La casa es grande." });
  const asked = fs.readFileSync(calls, "utf8").split("\n");
  expect(asked.slice(0, 6)).toEqual(["pr", "create", "--head", "dragoman/translations", "--base", "main"]);

  await git("reset", "-q", "--hard", "origin/main");
  fs.writeFileSync(calls, "");
  expect((await sync({ "min-state": "draft", "fail-below": "" }, push)).code).toBe(0);
  expect(fs.readFileSync(calls, "utf8"), "the pull request is there already").toBe("");
});

test("the action changes no branch of the repository on a pull request, and its check fails while a translation is missing", async () => {
  await git("reset", "-q", "--hard", "origin/main");
  const before = await git("ls-remote", "origin");
  write("locales/en.json", { house: "The house is big.", tree: "The tree is green." });
  await git("commit", "-qam", "Add a tree");
  const summary = path.join(home, "summary.md");
  const event = { GITHUB_EVENT_NAME: "pull_request", GITHUB_HEAD_REF: "tree", GITHUB_STEP_SUMMARY: summary };
  const { code, stdout } = await sync({}, event);
  expect(code, stdout).toBe(3);
  expect(fs.readFileSync(summary, "utf8")).toContain("locales/en.json (1 added)");
  expect(await git("ls-remote", "origin")).toBe(before);
});
