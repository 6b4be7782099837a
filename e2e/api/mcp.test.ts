import fs from "node:fs";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { beforeAll, expect, test } from "vitest";
import { baseUrl, call, newAccount } from "./client";
import { edit, makeProject, segmentsOf, until } from "./project-work";
import { samplesOf } from "./samples";

const root = path.resolve(import.meta.dirname, "../..");
const bundle = path.join(root, "lib/packages/cli/dist/dragoman.mjs");
/** The settings of assistants in the documentation page. */
const SAMPLES = samplesOf("assistants.md", "json");
let key: string;
let projectId: string;
let used: Set<string>;

beforeAll(async () => {
  key = (await newAccount()).key;
  ({ projectId } = await makeProject(key, {
    segments: [
      { key: "title", source: "The house has {count} rooms." },
      { key: "body", source: "The tree is green." },
    ],
  }));
  const segments = await segmentsOf(key, projectId);
  await edit(key, segments[1], { text: "El árbol es verde.", state: "reviewed" });
  const glossary = await call("POST", "/v1/glossaries", { key, body: { name: "Words", sourceLanguage: "en" } });
  const term = { source: "tree", targets: [{ language: "es", text: "árbol" }] };
  await call("POST", `/v1/glossaries/${glossary.json.id}/terms`, { key, body: term });
  const { translationMemories } = (await call("GET", "/v1/translation-memories", { key })).json;
  await until(
    () => call("GET", `/v1/translation-memories/${translationMemories[0].id}/units`, { key }),
    ({ units }) => units.length === 1,
  );
});

/** The settings from the page for a client, with this server's address and key. */
const settings = (name: string) => {
  const text = SAMPLES[name]!.replaceAll("https://translate.example.org", baseUrl()).replaceAll("dgm_live_…", key);
  return JSON.parse(text).mcpServers.dragoman;
};
const overHttp = async () => {
  const { url, headers } = settings("http");
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }) as never);
  return client;
};
const overStdio = async () => {
  const { command, args, env } = settings("stdio");
  expect(command).toBe("dragoman");
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [bundle, ...args], env }));
  return client;
};

async function use(client: Client, name: string, input: Record<string, unknown> = {}): Promise<any> {
  used.add(name);
  const result = await client.callTool({ name, arguments: input });
  const [first] = result.content as { text: string }[];
  if (result.isError) return { failed: JSON.parse(first!.text) };
  return { ...(result.structuredContent as object), shown: first!.text, content: result.content };
}

test.each([
  ["streamable HTTP", overHttp],
  ["standard input and output", overStdio],
])("an assistant can use every MCP tool over %s", async (_, connect) => {
  used = new Set();
  const client = await connect();
  expect(client.getInstructions()).toContain("translation projects");
  const { tools } = await client.listTools();
  for (const { name, annotations, description, outputSchema } of tools) {
    expect(Object.keys(outputSchema?.properties ?? {}), `${name} has an outputSchema`).not.toEqual([]);
    expect([name, description, annotations?.readOnlyHint, annotations?.openWorldHint]).toEqual([
      name,
      expect.stringMatching(/\b(?:Not|Needed|Ask|Read)\b.*\.$/),
      !["translate_file", "edit_segment", "run_checks"].includes(name),
      false,
    ]);
    expect(annotations?.destructiveHint ?? false, name).toBe(name === "edit_segment");
  }

  const one = await use(client, "translate_text", { text: "The house is big.", source: "en", targets: ["es"] });
  expect(one).toMatchObject({ translation: "La casa es grande.", target: "es", shown: "La casa es grande." });
  const two = await use(client, "translate_text", { text: "The house is big.", source: "en", targets: ["es", "ca"] });
  expect(Object.keys(two.results)).toEqual(["es", "ca"]);
  const half = await use(client, "translate_text", { text: "The house is big.", source: "en", targets: ["es", "sv"] });
  expect(half.results.sv.error).toMatchObject({ code: "invalid_request", message: expect.stringContaining("sv") });
  const alone = await use(client, "translate_text", { text: "The house is big.", source: "en", target: "es" });
  expect(alone.translation).toBe(one.translation);
  const both = { text: "a", source: "en", target: "es", targets: ["ca"] };
  for (const languages of [both, { text: "a" }])
    expect((await use(client, "translate_text", languages)).failed.message).toContain("either target or targets");
  const file = { name: "a.txt", targets: ["es"], source: "en" };
  const text = await use(client, "translate_file", { ...file, text: "The house is big." });
  expect(text).toMatchObject({ name: "a.es.txt", text: "La casa es grande." });
  const base64 = Buffer.from("The house is big.").toString("base64");
  const bytes = await use(client, "translate_file", { ...file, base64 });
  const { blob } = bytes.content[1].resource;
  expect(Buffer.from(blob, "base64").toString()).toBe("La casa es grande.");
  expect(bytes).toMatchObject({ name: "a.es.txt", contentUrl: expect.stringMatching(/^\/v1\/files\/file_/) });
  expect((await use(client, "translate_file", file)).failed.message).toContain("either text or base64");
  const { detections } = await use(client, "detect_language", { texts: ["Bonjour tout le monde, comment ça va ?"] });
  expect(JSON.stringify(detections)).toContain('"fr"');
  const { languages } = await use(client, "list_languages", { source: "en" });
  expect(languages[0]).toEqual({ code: "en", targets: expect.arrayContaining(["es"]) });
  const named = await use(client, "list_languages", { source: "en", fields: ["name"] });
  expect(named).toMatchObject({ languages: [{ name: "English" }], shown: "languages: name\nEnglish" });
  const wrong = await use(client, "list_languages", { source: "en", fields: ["label"] });
  expect(wrong.failed.message).toMatch(/^No result has the field label\. Fields: code, name,/);

  const memory = await use(client, "search_memory", { query: "tree", language: "es" });
  expect(memory.memories[0].units[0]).toMatchObject({ target: "El árbol es verde." });
  const one_memory = await use(client, "search_memory", { query: "tree", memoryId: memory.memories[0].memoryId });
  expect(one_memory.units).toHaveLength(1);
  const { glossaries } = await use(client, "search_glossary", { query: "tree" });
  expect(glossaries[0].terms[0].targets[0].text).toBe("árbol");

  expect((await use(client, "list_projects", { q: "Help" })).projects[0]).toMatchObject({ id: projectId });
  const status = await use(client, "get_project_status", { projectId });
  const blockers = expect.arrayContaining([
    { code: expect.stringMatching(/^segments_un/), language: "es", count: expect.any(Number) },
  ]);
  expect(status).toMatchObject({
    id: projectId,
    blockers,
    health: { level: expect.stringMatching(/^\w+$/) },
    languages: [{ language: "es" }],
  });
  const { segments } = await use(client, "list_segments", { projectId, language: "es", q: "rooms" });
  const [{ id: segmentId }] = segments;
  const { segment, matches } = await use(client, "get_segment", { segmentId, language: "es" });
  expect([segment.source, matches]).toEqual(["The house has {count} rooms.", expect.any(Array)]);
  const { revision } = segment.translation;
  const change = { segmentId, language: "es", text: `La casa ${revision}.` };
  const edited = await use(client, "edit_segment", { ...change, revision });
  expect(edited).toMatchObject({ text: change.text, revision: revision + 1 });
  const stale = await use(client, "edit_segment", { ...change, revision });
  expect(stale.failed).toMatchObject({ code: "precondition_failed" });
  const { issues } = await use(client, "run_checks", { projectId, language: "es" });
  expect(issues).toMatchObject([{ check: "placeholder.missing", segmentId, params: { placeholder: "{count}" } }]);

  const { resources } = await client.listResources();
  expect(resources).toContainEqual(expect.objectContaining({ uri: `dragoman://projects/${projectId}` }));
  const { resourceTemplates } = await client.listResourceTemplates();
  const TEMPLATES = ["dragoman://projects/{projectId}", "dragoman://glossaries/{glossaryId}"];
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(TEMPLATES);
  const { contents } = await client.readResource({ uri: `dragoman://projects/${projectId}` });
  expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ name: "Help centre" });
  await expect(client.readResource({ uri: "dragoman://projects/prj_00000000000000000000000000" })).rejects.toThrow();
  expect([...used].sort()).toEqual(tools.map(({ name }) => name).sort());
  await client.close();
});

/** Ten everyday tasks, as calls. */
const TASKS: readonly (readonly [task: string, name: string, input: () => Record<string, unknown>])[] = [
  ["Translate a sentence", "translate_text", () => ({ text: "The house is big.", target: "es" })],
  ["Translate it into three languages", "translate_text", () => ({ text: SENTENCE, targets: ["es", "ca", "fr"] })],
  ["Translate a text file", "translate_file", () => ({ name: "a.txt", text: SENTENCE, target: "es" })],
  ["Detect the language of two texts", "detect_language", () => ({ texts: [SENTENCE, "Bonjour tout le monde"] })],
  ["List the target languages for English", "list_languages", () => ({ source: "en" })],
  ["Look up a term", "search_glossary", () => ({ query: "tree" })],
  ["Find a project", "list_projects", () => ({ q: "Help" })],
  ["Read the progress of a project", "get_project_status", () => ({ projectId })],
  ["Read the texts of a project", "list_segments", () => ({ projectId, language: "es" })],
  ["Check a project", "run_checks", () => ({ projectId, language: "es" })],
];
const SENTENCE = "The house is big.";

test("ten everyday tasks cost at most the number of tokens that docs/assistants.md states", async () => {
  const page = fs.readFileSync(path.join(root, "docs/assistants.md"), "utf8");
  const stated = new Map(
    [...page.matchAll(/^\| ([^|]+) \| (?:`(\w+)` )?\| (\d+) \| (\d+) \|$/gm)].map(([, task, , shown, json]) => [
      task,
      { text: Number(shown), json: Number(json) },
    ]),
  );
  const client = await overHttp();
  const tokens = (value: unknown) => Math.ceil((typeof value === "string" ? value : JSON.stringify(value)).length / 4);
  const measured = new Map<string, { text: number; json: number }>();
  for (const [task, name, input] of TASKS) {
    const { content, structuredContent, isError } = await client.callTool({ name, arguments: input() });
    expect(isError, JSON.stringify(content)).toBeFalsy();
    const shown = (content as { text: string }[]).map(({ text }) => text).join("\n");
    measured.set(task, { text: tokens(shown), json: tokens(structuredContent) });
  }
  const { tools } = await client.listTools();
  const given = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  measured.set("List the tools, once per session", { text: tokens(given), json: tokens(tools) });
  await client.close();
  const table = [...measured].map(([task, { text, json }]) => `| ${task} | ${text} | ${json} |`).join("\n");
  for (const [task, { text, json }] of measured) {
    const limit = stated.get(task);
    expect(text, `${task}\n${table}`).toBeLessThanOrEqual((limit?.text ?? 0) * 1.1);
    expect(json, `${task}\n${table}`).toBeLessThanOrEqual((limit?.json ?? 0) * 1.1);
  }
});
