import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { installGenerators } from "@/e2e/clients/install";
import { baseUrl, newAccount, openApi } from "./client";

const run = promisify(execFile);
let key: string;
beforeAll(async () => {
  ({ key } = await newAccount());
});

describe("API clients generated from the OpenAPI document", () => {
  /** What each client does; `api` says how. Prints one line. */
  const USE = `
    const text = await api.text({ text: "The house is big.", source: "en", target: "es" });
    const batch = await api.batch({ texts: ["The house"], source: "en", target: "es" });
    const file = await api.file(new File(["The house is big."], "a.txt"), "es");
    const project = await api.project({ name: "Generated", sourceLanguage: "en", targetLanguages: ["es"] });
    const me = await api.me();
    console.log(JSON.stringify([text.translation, batch.translations[0].translation, file.status, project.name, me.key.name]));`;
  const WANTED = ["La casa es grande.", "La casa", "completed", "Generated", "Test"];
  let folder: string;
  let generators: string;

  beforeAll(async () => {
    generators = await installGenerators();
    folder = path.join(generators, "generated");
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder);
    const { document } = await openApi();
    fs.writeFileSync(path.join(folder, "openapi.json"), JSON.stringify(document));
  });

  const tool = (name: string, ...args: string[]) =>
    run(process.execPath, [path.join(generators, "node_modules", name), ...args], { cwd: folder }).catch(
      (error: { stdout: string; stderr: string }) => {
        throw new Error(`${name}: ${error.stdout}${error.stderr}`);
      },
    );
  const OPTIONS = [
    "--strict",
    "--skipLibCheck",
    "--target",
    "es2022",
    "--module",
    "nodenext",
    "--lib",
    "es2023,dom,dom.iterable",
  ];

  async function use(name: string, code: string): Promise<unknown> {
    fs.writeFileSync(path.join(folder, `${name}.mts`), code);
    await tool("typescript/bin/tsc", ...OPTIONS, "--outDir", `out-${name}`, `${name}.mts`);
    const env = { ...process.env, BASE: `${baseUrl()}/v1`, KEY: key };
    const { stdout } = await run(process.execPath, [path.join(folder, `out-${name}`, `${name}.mjs`)], { env });
    return JSON.parse(stdout);
  }

  test("openapi-typescript and openapi-fetch generate a working client from the OpenAPI document", async () => {
    await tool("openapi-typescript/bin/cli.js", "openapi.json", "-o", "types.ts");
    const done = await use(
      "fetching",
      `import createClient from "openapi-fetch";
    import type { paths } from "./types.js";
    declare const process: { env: Record<string, string> };
    const client = createClient<paths>({ baseUrl: process.env.BASE!, headers: { Authorization: \`Bearer \${process.env.KEY}\` } });
    function must<T>({ data, error }: { data?: T; error?: unknown }): T { if (!data) throw new Error(JSON.stringify(error)); return data; }
    const api = {
      text: async (body: { text: string; source: string; target: string }) => {
        const answer = must(await client.POST("/translate", { body }));
        if ("results" in answer) throw new Error("one target");
        return answer;
      },
      batch: async (body: { texts: string[]; source: string; target: string }) => {
        const answer = must(await client.POST("/translate/batch", { body }));
        if ("results" in answer) throw new Error("one target");
        const [first] = answer.translations;
        if (!first || "error" in first) throw new Error("no error");
        return { translations: [first] as const };
      },
      file: async (file: File, target: string) => {
        const form = new FormData();
        form.set("target", target);
        form.set("file", file);
        const answer = must(await client.POST("/translate/file", { body: { target, file: "" }, bodySerializer: () => form }));
        if (typeof answer === "string") throw new Error("JSON");
        return answer;
      },
      project: async (body: { name: string; sourceLanguage: string; targetLanguages: string[] }) => must(await client.POST("/projects", { body })),
      me: async () => must(await client.GET("/me")),
    };
    ${USE.replace("me.key.name", "me.key?.name")}`,
    );
    expect(done).toEqual(WANTED);
  });

  test("orval generates a working client from the OpenAPI document", async () => {
    const target = {
      client: "fetch",
      target: "./orval.ts",
      baseUrl: { getBaseUrlFromSpecification: false, baseUrl: "" },
    };
    const override = { mutator: { path: "./sending.ts", name: "send" } };
    const config = { api: { input: "./openapi.json", output: { ...target, override } } };
    fs.writeFileSync(path.join(folder, "orval.config.cjs"), `module.exports = ${JSON.stringify(config)};`);
    fs.writeFileSync(
      path.join(folder, "sending.ts"),
      `declare const process: { env: Record<string, string> };
      export const send = async <T>(url: string, options: RequestInit): Promise<T> => {
        const headers = { ...options.headers, Authorization: \`Bearer \${process.env.KEY}\` };
        const response = await fetch(process.env.BASE + url, { ...options, headers });
        return { status: response.status, data: await response.json(), headers: response.headers } as T;
      };`,
    );
    await tool("orval/dist/bin/orval.js", "--config", "orval.config.cjs");
    const generated = fs.readFileSync(path.join(folder, "orval.ts"), "utf8");
    fs.writeFileSync(path.join(folder, "orval.ts"), generated.replace(/from '(\.\/\w+)'/g, "from '$1.js'"));
    const done = await use(
      "calling",
      `import { createProject, getMe, translateBatch, translateFile, translateText } from "./orval.js";
    function must<T>({ status, data }: { status: number; data: unknown }): T {
      if (status >= 300) throw new Error(JSON.stringify(data));
      return data as T;
    }
    type Input<Call extends (body: never) => unknown> = Parameters<Call>[0];
    const api = {
      text: async (body: Input<typeof translateText>) => must<{ translation: string }>(await translateText(body)),
      batch: async (body: Input<typeof translateBatch>) =>
        must<{ translations: [{ translation: string }] }>(await translateBatch(body)),
      file: async (file: File, target: string) => must<{ status: string }>(await translateFile({ file: file as string, target })),
      project: async (body: Input<typeof createProject>) => must<{ name: string }>(await createProject(body)),
      me: async () => must<{ key: { name: string } }>(await getMe()),
    };
    ${USE}`,
    );
    expect(done).toEqual(WANTED);
  });
});
