import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { FakeVendor, type Reply } from "@/e2e/doubles/fake-vendor";
import { closeEngines, engines } from "@/lib/engines/registry";
import { ServiceBody } from "@/lib/schemas/engines";
import { findLocalServers, type LocalCandidate } from "./local-servers";
import { listServices, removeService, setService } from "./services";

vi.hoisted(() => {
  process.env.DRAGOMAN_SECRET ??= "a secret of the tests that is long enough";
});

let reply: Reply;
let server: FakeVendor;
beforeAll(async () => {
  server = await FakeVendor.start(() => reply);
});
afterEach(async () => {
  server.forget();
  for (const { kind } of (await listServices()).services) await removeService(kind);
});
afterAll(async () => {
  await closeEngines();
  await server.close();
});

const find = async () => {
  const ollama: LocalCandidate = { name: "Ollama", kind: "openai", url: `${server.url}/v1`, path: "/models" };
  const libre: LocalCandidate = { name: "LibreTranslate", kind: "libretranslate", url: server.url, path: "/languages" };
  return (await findLocalServers([ollama, libre, { ...ollama, url: "http://127.0.0.1:9" }])).servers;
};
/** The format in which Ollama lists its models. */
const MODELS = { json: { object: "list", data: [{ id: "qwen3:8b", object: "model" }, { id: "gemma3:4b" }] } };

test("a translation server on this machine is discovered with its models, without being enabled or receiving text", async () => {
  reply = MODELS;
  const before = engines().map(({ id }) => id);
  expect(await find()).toEqual([
    { name: "Ollama", kind: "openai", url: `${server.url}/v1`, models: ["qwen3:8b", "gemma3:4b"] },
  ]);
  expect(server.asked.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
    "GET /languages",
    "GET /v1/models",
  ]);
  expect(engines().map(({ id }) => id)).toEqual(before);
  reply = { json: [{ code: "en", name: "English" }] };
  expect(await find()).toMatchObject([{ name: "LibreTranslate", models: [] }]);
});

test.each<[string, Reply]>([
  ["another kind of server", { text: "<html>Welcome</html>" }],
  ["one without models", { json: { data: [] } }],
  ["one that wants a key", { status: 401, json: {} }],
  ["one that sends elsewhere", { status: 302, headers: { location: "http://127.0.0.1:9/" }, text: "" }],
  ["one that does not answer", { misbehaves: "hang" }],
])("a translation server on this machine is not offered if it is unsuitable: %s", async (_, given) => {
  reply = given;
  expect(await find()).toEqual([]);
});

test("a translation server on this machine is not offered again once it is configured", async () => {
  reply = MODELS;
  await setService(ServiceBody.parse({ kind: "openai", url: "http://127.0.0.1:9/v1", model: "mine", force: true }));
  expect(await find()).toEqual([]);
});
