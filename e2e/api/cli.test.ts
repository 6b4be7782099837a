import { execFile, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newPerson } from "@/e2e/people";
import { SCOPES } from "@/lib/vocabulary/rights";
import { version } from "@/package.json" with { type: "json" };
import { Browser } from "./browser";
import { baseUrl, newAccount } from "./client";
import { leftIn, samplesOf } from "./samples";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../..");
const home = fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-cli-"));
const repository = path.join(home, "repository");
const bundle = path.join(root, "lib/packages/cli/dist/dragoman.mjs");
let key: string;

beforeAll(async () => {
  key = (await newAccount()).key;
  fs.mkdirSync(repository);
});
afterAll(() => fs.rmSync(home, { recursive: true, force: true }));

type Ran = { code: number | null; stdout: string; stderr: string; json: any };

/** Runs the bundled command. */
function dragoman(
  args: readonly string[],
  options: {
    cwd?: string;
    input?: string;
    env?: Record<string, string>;
    /** Called with the standard error output so far, until it resolves to true. */
    onError?: (stderr: string) => Promise<boolean>;
  } = {},
): Promise<Ran> {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_CONFIG_HOME: path.join(home, "config"),
    DRAGOMAN_URL: baseUrl(),
    DRAGOMAN_API_KEY: key,
    ...options.env,
  };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [bundle, ...args], {
      cwd: options.cwd ?? repository,
      env: env as unknown as NodeJS.ProcessEnv, // TypeScript's type of the environment, changed by Next, requires NODE_ENV.
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    let listener = options.onError;
    child.stderr.on("data", async (chunk) => {
      stderr += chunk;
      if (await listener?.(stderr)) listener = undefined;
    });
    child.stdin.end(options.input ?? "");
    child.on("close", (code) =>
      resolve({ code, stdout, stderr, json: args.includes("--json") && stdout ? JSON.parse(stdout) : null }),
    );
  });
}

const git = (...args: string[]) =>
  run("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...args], { cwd: repository }).then(
    (done) => done.stdout,
  );
const write = (file: string, content: unknown) => {
  fs.mkdirSync(path.dirname(path.join(repository, file)), { recursive: true });
  fs.writeFileSync(
    path.join(repository, file),
    typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`,
  );
};
const read = (file: string) => fs.readFileSync(path.join(repository, file), "utf8");

describe("a repository with ten locale files", () => {
  const PARTS = ["common", "menu", "cart", "mail", "help"];

  beforeAll(async () => {
    await git("init", "-q");
    for (const part of PARTS) {
      write(`locales/en/${part}.json`, { title: `The ${part} page`, save: "Save the changes" });
      write(`locales/es/${part}.json`, { title: `Página ${part}`, save: "Guardar los cambios" });
    }
    await git("add", "-A");
    await git("commit", "-qm", "Start");
  });

  test("the init command finds the locale files of a repository", async () => {
    const { code, json } = await dragoman(["init", "--json"]);
    expect(code).toBe(0);
    expect(json.project).toMatchObject({ sourceLanguage: "en", targetLanguages: ["es"] });
    expect(json.project.files).toHaveLength(PARTS.length);
    expect(json.project.files).toContainEqual({
      source: "locales/en/cart.json",
      target: "locales/{language}/cart.json",
    });
    expect((await dragoman(["init"])).code).toBe(4);
  });

  test("the first push sends the sources and imports existing translations", async () => {
    const { code, json, stdout, stderr } = await dragoman(["push", "--wait", "--json"]);
    expect(code, stdout + stderr).toBe(0);
    expect(json.documents.map((one: any) => [one.path, one.outcome, one.imported])).toEqual(
      [...PARTS].sort().map((part) => [`locales/en/${part}.json`, "created", [`locales/es/${part}.json`]]),
    );
    expect(JSON.parse(read("dragoman.json")).project).toBe(json.project);
  });

  test("a pull modifies no file if nothing has changed since the push", async () => {
    await git("add", "-A");
    await git("commit", "-qm", "Set up");
    const { code, stdout, stderr } = await dragoman(["pull"]);
    expect(code, stdout + stderr).toBe(0);
    expect(await git("status", "--porcelain")).toBe("");
  });

  test("a new source text is translated, and the Git diff contains nothing else", async () => {
    write("locales/en/cart.json", { title: "The cart page", save: "Save the changes", empty: "The house is big." });
    const pushed = await dragoman(["push", "--wait", "--json"]);
    expect(pushed.json.documents.filter((one: any) => one.outcome !== "unchanged")).toEqual([
      { path: "locales/en/cart.json", outcome: "updated", imported: [], changes: null },
    ]);
    await git("add", "-A");
    await git("commit", "-qm", "Add a text");
    expect((await dragoman(["pull"])).code).toBe(0);
    // `pull` does not write a machine translation until a person has confirmed it.
    expect(await git("status", "--porcelain")).toBe("");
    expect((await dragoman(["pull", "--min-state", "draft"])).code).toBe(0);
    const diff = await git("diff", "--unified=0", "--no-color");
    expect(diff.split("\n").filter((line) => /^[+-](?![+-])/.test(line))).toEqual([
      '-  "save": "Guardar los cambios"',
      '+  "save": "Guardar los cambios",',
      '+  "empty": "La casa es grande."',
    ]);
  });

  test("the pull command without minState writes confirmed translations and no drafts", async () => {
    await git("checkout", "--", "locales");
    const { minState, ...local } = JSON.parse(read("dragoman.json"));
    expect(minState).toBe("translated");
    write("dragoman.json", local);
    expect((await dragoman(["pull"])).code).toBe(0);
    expect(await git("status", "--porcelain", "locales")).toBe("");
    write("dragoman.json", { ...local, minState });
    expect((await dragoman(["pull", "--min-state", "draft"])).code).toBe(0);
    expect(read("locales/es/cart.json")).toContain("La casa es grande.");
  });

  test("the pull command overwrites uncommitted changes only with --force", async () => {
    const mine = read("locales/es/cart.json").replace("La casa es grande.", "¡Qué casa!");
    write("locales/es/cart.json", mine);
    const refused = await dragoman(["pull"]);
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining("locales/es/cart.json")]);
    expect(read("locales/es/cart.json")).toBe(mine);
    expect((await dragoman(["push", "--translations"])).code).toBe(0);
    expect((await dragoman(["pull"])).code).toBe(0);
    expect(read("locales/es/cart.json")).toBe(mine);
    write("locales/es/cart.json", "{}\n");
    expect((await dragoman(["pull", "--force"])).code).toBe(0);
    expect(read("locales/es/cart.json")).toBe(mine);
  });

  test("a push for a pull request stores its texts in a branch and leaves main unchanged", async () => {
    const before = read("locales/en/help.json");
    write("locales/en/help.json", { title: "The help page", save: "Save the changes", more: "The tree is green." });
    const summary = path.join(home, "summary.md");
    const env = { GITHUB_EVENT_NAME: "pull_request", GITHUB_HEAD_REF: "feature/help", GITHUB_STEP_SUMMARY: summary };
    const { code, json, stdout, stderr } = await dragoman(["push", "--wait", "--json"], { env });
    expect(code, stdout + stderr).toBe(0);
    expect(json.branch).toBe("feature/help");
    expect(json.documents.filter((one: any) => one.outcome !== "unchanged")).toEqual([
      { path: "locales/en/help.json", outcome: "updated", imported: [], changes: { added: 1, changed: 0, removed: 0 } },
    ]);
    expect(fs.readFileSync(summary, "utf8")).toContain("locales/en/help.json (1 added)");
    const inMain = await dragoman(["push", "--dry-run", "--json"]);
    expect(inMain.json.documents.find((one: any) => one.path === "locales/en/help.json")).toMatchObject({
      outcome: "updated",
      changes: { added: 1 },
    });
    expect((await dragoman(["pull", "--min-state", "draft"], { env })).code).toBe(0);
    expect(JSON.parse(read("locales/es/help.json"))).toHaveProperty("more");
    write("locales/en/help.json", before);
    await git("checkout", "--", "locales");
  });

  test("the status command exits with code 3 if progress is below the threshold", async () => {
    const { code, json } = await dragoman(["status", "--fail-below", "100", "--of", "reviewed", "--json"]);
    expect([code, json.below]).toEqual([3, ["es"]]);
    const branch = await dragoman(["status", "--branch", "feature/help", "--json"]);
    expect(branch.json).toMatchObject({ branch: "feature/help", languages: [{ language: "es" }] });
    expect((await dragoman(["status", "--fail-below", "100", "--of", "drafted"])).code).toBe(0);
    expect((await dragoman(["status", "--fail-below", "lots"])).code).toBe(2);
  });

  test("the lint command reports faults in local files, with annotations for GitHub", async () => {
    expect((await dragoman(["lint"], { env: { DRAGOMAN_API_KEY: "" } })).code).toBe(0);
    write("locales/en/menu.json", { title: "The menu page", save: "Hello {name}" });
    write("locales/es/menu.json", { title: "Página menu", save: "Hola" });
    const { code, stdout } = await dragoman(["lint", "--github"]);
    expect(code).toBe(1);
    expect(stdout).toContain("::error file=locales/es/menu.json,line=3,title=placeholder.missing::");
  });
});

test("the adopt command imports a repository of several formats without drafts, and verifies that nothing is lost", async () => {
  const folder = path.join(home, "adopted");
  const files: Record<string, string> = {
    "locales/en.json": '{\n  "house": "The house",\n  "tree": "The tree"\n}\n',
    "locales/zh-CN.json": '{\n  "house": "房子"\n}\n',
    "locales/pt_BR.json": '{\n  "house": "A casa",\n  "gone": "Não existe"\n}\n',
    "locales/de-swiss.json": '{\n  "house": "Das Haus"\n}\n',
    "app/src/main/res/values/strings.xml": '<resources>\n    <string name="a">Open</string>\n</resources>\n',
    "app/src/main/res/values-zh-rCN/strings.xml": '<resources>\n    <string name="a">打开</string>\n</resources>\n',
    "lang/en/auth.php": "<?php\n\nreturn [\n    'in' => 'Sign in',\n];\n",
    "lang/pt_BR/auth.php": "<?php\n\nreturn [\n    'in' => 'Entrar',\n];\n",
    "app.lproj/en.lproj/App.strings": '"a" = "Open";\n\n"b" = "Close";\n',
    "app.lproj/pt_BR.lproj/App.strings": "",
    "i18n/en/empty.json": "{}\n",
    "test/fixtures/locales/en.json": '{"a":"A fixture"}\n',
  };
  for (const [file, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), content);
  }
  const { code, json, stdout, stderr } = await dragoman(["adopt", "--json"], { cwd: folder });
  expect(json, stdout + stderr).toMatchObject({
    sources: 4,
    translations: 5,
    values: { found: 5, read: 4 },
    missing: [{ path: "locales/pt_BR.json", line: 3, key: "gone", outcome: "notFound" }],
    diff: { lines: 0, files: [] },
    checks: { errors: 0 },
  });
  expect(json.unread.map((one: any) => one.path)).toEqual(["i18n/en/empty.json", "locales/de-swiss.json"]);
  expect(code).toBe(1);
  const local = JSON.parse(fs.readFileSync(path.join(folder, "dragoman.json"), "utf8"));
  expect(local).toMatchObject({
    minState: "translated",
    targetLanguages: ["pt-BR", "zh-Hans"],
    languageNames: { "zh-Hans": "zh-CN", "pt-BR": "pt_BR" },
  });
  // Nothing was machine-translated, and the second run finds nothing to import.
  const status = await dragoman(["status", "--json"], { cwd: folder });
  expect(status.json.languages.map((one: any) => one.drafted < 100)).toEqual([true, true]);
  expect((await dragoman(["pull", "--force", "--json"], { cwd: folder })).json.files).toHaveLength(4);
  for (const [file, content] of Object.entries(files))
    expect(fs.readFileSync(path.join(folder, file), "utf8"), file).toBe(content);
  const again = await dragoman(["adopt"], { cwd: folder });
  expect(again.stdout).toContain("5 files, 4 of 5 values read");
  expect(again.stdout).toContain("0 lines");
});

describe("translate", () => {
  test("the translate command reads its text from an argument or standard input, and translates into several languages", async () => {
    expect((await dragoman(["translate", "Good morning", "--from", "en", "--to", "es"])).stdout).toBe("Buenos días\n");
    const many = await dragoman(["translate", "--from", "en", "--to", "es,ca", "--json"], { input: "Good morning" });
    expect(many.json.translations.map((one: any) => one.target)).toEqual(["es", "ca"]);
    const piped = await dragoman(["translate", "--from", "en", "--to", "es"], { input: "Good morning\n\n" });
    expect(piped.stdout).toBe("Buenos días\n");
    expect((await dragoman(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await dragoman(["translate", "Good morning"])).code).toBe(2);
    const nowhere = await dragoman(["whoami", "--url", "translate.example.org"]);
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining("must begin with https://") });
    expect((await dragoman(["translate", "Hello", "--to", "xx"])).code).toBe(1);
  });

  test.each([
    ["missing.txt"],
    ["docs/missing.md"],
    ["./missing"],
    ["locales/missing"],
    ["*.missing"],
    ["here.txt", "gone.txt"],
    ["here.txt", "a word"],
  ])("the translate command names a missing file in its error: %s", async (...files) => {
    write("here.txt", "The house is big.");
    const { code, stderr } = await dragoman(["translate", ...files, "--from", "en", "--to", "es"]);
    expect(code).toBe(2);
    expect(stderr).toContain(`No such file: ${files.at(-1)}.`);
  });

  test("the translate command suggests a file pattern if it is given a folder, and rejects an empty text", async () => {
    write("folder/a.md", "The house is big.");
    const answers = await Promise.all(["folder", "."].map((one) => dragoman(["translate", one, "--to", "es"])));
    expect(answers.map(({ code }) => code)).toEqual([2, 2]);
    expect(answers.map(({ stderr }) => stderr.trim().split(".")[0])).toEqual(["folder is a folder", ""]);
    expect(answers.map(({ stderr }) => /'(.*)'/.exec(stderr)?.[1])).toEqual(["folder/**/*.md", "**/*.md"]);
    const named = await dragoman(["translate", "./folder/*.md", ..."--from en --to es --json".split(" ")]);
    expect(named.json.files.map((one: any) => one.output)).toEqual(["folder/a.es.md"]);
    expect((await dragoman(["translate", " ", "--to", "es"])).stderr).toContain("Name a text or files");
  });

  test("the translate command skips the output of earlier runs, whether the CLI or the shell expands the file pattern", async () => {
    write("again/a.md", "The house is big.");
    const run = (...files: string[]) =>
      dragoman([
        "translate",
        ...(files.length > 0 ? files : ["again/*.md"]),
        ..."--from en --to es,ca --force --json".split(" "),
      ]);
    const outputs = ["again/a.es.md", "again/a.ca.md"];
    for (const files of [[], [], ["./again/a.ca.md", "again/a.es.md", "./again/a.md"]])
      expect((await run(...files)).json.files.map((one: any) => one.output)).toEqual(outputs);
    // In a run for another language, earlier output files are not treated as sources, whether next to the sources or in
    // a folder.
    const into = (...more: string[]) =>
      dragoman(["translate", "again/**/*.md", ..."--from en --json --to".split(" "), ...more]);
    for (const more of [["gl"], ["ca", "--out", "again/out"], ["es", "--out", "again/out"]])
      expect((await into(...more)).json.files.map((one: any) => one.file)).toEqual(["again/a.md"]);
    write("again/b.gl.md", "A casa é grande.");
    const kept = await dragoman(["translate", "again/b.*.md", ..."--from gl --to es --json".split(" ")]);
    expect(kept.json.files.map((one: any) => one.output)).toEqual(["again/b.gl.es.md"]);
  });

  test("the translate command accepts file patterns, keeps the folder structure and resumes after an interruption", async () => {
    write("docs/a.txt", "The house is big.");
    write("docs/deep/b.txt", "The house is big.");
    const args = ["translate", "docs/**/*.txt", "--from", "en", "--to", "es", "--out", "out", "--json"];
    const first = await dragoman(args);
    expect(first.json.files.map((one: any) => [one.output, one.outcome])).toEqual([
      ["out/es/docs/a.txt", "translated"],
      ["out/es/docs/deep/b.txt", "translated"],
    ]);
    expect(read("out/es/docs/deep/b.txt")).toContain("La casa es grande.");
    fs.rmSync(path.join(repository, "out/es/docs/a.txt"));
    expect((await dragoman(args)).json.files.map((one: any) => one.outcome)).toEqual(["translated", "skipped"]);
  });
});

test("the watch command pushes a changed source and pulls its translation", async () => {
  const folder = path.join(home, "watched");
  const locale = (language: string) => path.join(folder, `locales/${language}.json`);
  fs.mkdirSync(path.dirname(locale("en")), { recursive: true });
  fs.writeFileSync(locale("en"), '{ "tree": "The tree is green." }\n');
  fs.writeFileSync(locale("es"), '{ "tree": "El árbol es verde." }\n');
  expect((await dragoman(["init"], { cwd: folder })).code).toBe(0);
  const env = { ...process.env, XDG_CONFIG_HOME: home, DRAGOMAN_URL: baseUrl(), DRAGOMAN_API_KEY: key };
  const watching = spawn(process.execPath, [bundle, "watch", "--force", "--min-state", "draft"], { cwd: folder, env });
  let printed = "";
  watching.stderr.on("data", (chunk) => {
    printed += chunk;
  });
  await expect.poll(() => printed, { timeout: 60_000 }).not.toBe("");
  fs.writeFileSync(locale("en"), '{ "tree": "The tree is green.", "house": "The house is big." }\n');
  await expect.poll(() => fs.readFileSync(locale("es"), "utf8"), { timeout: 60_000 }).toContain("La casa es grande.");
  watching.kill();
});

test("the login command stores the key in a file that only its owner can read, and rejects an invalid key", async () => {
  const env = { DRAGOMAN_URL: "", DRAGOMAN_API_KEY: "" };
  expect((await dragoman(["languages"], { env })).code).toBe(2);
  expect((await dragoman(["login", "--url", baseUrl(), "--key", "dgm_live_wrong"], { env })).code).toBe(1);
  expect((await dragoman(["login", "--url", baseUrl(), "--key", key], { env })).code).toBe(0);
  const file = path.join(home, "config/dragoman/credentials.json");
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect((await dragoman(["languages"], { env })).stdout).toContain("Spanish");
  const { json } = await dragoman(["models", "--from", "en", "--to", "es", "--json"], { env });
  expect(json.engines.map(({ id }: { id: string }) => id)).toContain("apertium");
});

test("the login command without a key waits until a person confirms its code in the browser", async () => {
  const folder = path.join(home, "browser");
  const env = { DRAGOMAN_URL: "", DRAGOMAN_API_KEY: "", XDG_CONFIG_HOME: folder };
  const person = await newPerson({ password: "larch-otter-42-vellum", name: "Books" });
  const browser = new Browser();
  await browser.signIn(person.email, "larch-otter-42-vellum");
  for (const approve of [false, true]) {
    const confirm = async (stderr: string) => {
      const userCode = /^Open http.*\/device#([B-Z-]{9})$/m.exec(stderr)?.[1];
      if (userCode) await browser.send("POST", "/v1/account/device-logins/decide", { userCode, approve });
      return userCode !== undefined;
    };
    const { code, stdout, stderr } = await dragoman(["login", "--url", baseUrl()], { env, onError: confirm });
    if (!approve) expect([code, stderr]).toEqual([1, expect.stringContaining("The request was denied.")]);
    else expect([code, stdout]).toEqual([0, expect.stringContaining("Signed in to Books")]);
    expect(stdout + stderr).not.toContain("dgm_live_");
  }
  const file = path.join(folder, "dragoman/credentials.json");
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect((await dragoman(["languages"], { env })).stdout).toContain("Spanish");
  expect((await dragoman(["login", "--url", "translate"], { env })).code).toBe(2);
});

test("completion scripts contain the commands", async () => {
  const { stdout } = await dragoman(["completion", "bash"]);
  expect(stdout).toContain("--fail-below");
  await run("bash", ["-n", "-c", stdout]);
  expect((await dragoman(["completion", "fish"])).stdout).toContain("-a translate");
  expect((await dragoman(["completion"])).code).toBe(2);
});

test("the server offers its version of the CLI and SDK without sign-in, and answers 304 to a matching ETag", async () => {
  for (const name of ["cli", "sdk"]) {
    const address = `${baseUrl()}/downloads/dragoman-${name}.tgz`;
    const response = await fetch(address);
    const file = path.join(home, `${name}.tgz`);
    fs.writeFileSync(file, Buffer.from(await response.arrayBuffer()));
    const { stdout } = await run("tar", ["xzOf", file, "package/package.json"]);
    expect(JSON.parse(stdout)).toMatchObject({ name: `@dragoman/${name}`, version });
    const etag = response.headers.get("etag")!;
    expect((await fetch(address, { headers: { "If-None-Match": etag } })).status).toBe(304);
    expect((await fetch(address, { method: "HEAD" })).headers.get("content-length")).toBe(
      String(fs.statSync(file).size),
    );
  }
  expect((await fetch(`${baseUrl()}/downloads/other.tgz`)).status).toBe(404);
});

test("the whoami command shows the server, workspace, tier, scopes and versions", async () => {
  const { stdout, json } = await dragoman(["whoami", "--json"]);
  expect(json, stdout).toMatchObject({
    url: baseUrl(),
    account: { tier: "enterprise" },
    versions: { server: version, command: version },
  });
  expect((await dragoman(["whoami"])).stdout).toContain(`(enterprise, `);
});

test("the samples in the CLI documentation run and leave nothing on the server", async () => {
  const own = (await newAccount({ key: { scopes: [...SCOPES] } })).key;
  const folder = path.join(home, "samples");
  const bin = path.join(home, "bin");
  for (const made of [path.join(folder, "locales"), bin]) fs.mkdirSync(made, { recursive: true });
  fs.symlinkSync(bundle, path.join(bin, "dragoman"));
  fs.writeFileSync(path.join(folder, "locales/en.json"), JSON.stringify({ house: "The house is big." }));
  fs.writeFileSync(path.join(folder, "locales/es.json"), JSON.stringify({ house: "La casa es grande." }));
  const env = {
    PATH: `${bin}:${path.dirname(process.execPath)}:${process.env.PATH}`,
    HOME: home,
    DRAGOMAN_URL: baseUrl(),
    DRAGOMAN_API_KEY: own,
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.org",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.org",
  } as unknown as NodeJS.ProcessEnv; // TypeScript's type of the environment, changed by Next, requires NODE_ENV.
  await run("git", ["init", "-q"], { cwd: folder });
  const outputs: Record<string, string> = {};
  for (const [name, code] of Object.entries(samplesOf("cli.md", "sh")))
    outputs[name] = (await run("bash", ["-euo", "pipefail", "-c", code], { cwd: folder, env })).stdout;
  expect(Object.keys(outputs)).toEqual(["npx", "login", "translate", "sync", "end"]);
  expect(outputs.npx).toBe("La casa es grande.\n");
  expect(outputs.translate).toContain("La casa es grande.");
  expect(await leftIn(own)).toEqual([]);
});
