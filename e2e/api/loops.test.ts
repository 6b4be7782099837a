import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newPerson } from "@/e2e/people";
import { startTestServer } from "@/e2e/server.mjs";
import { Browser } from "./browser";
import { call, newAccount } from "./client";

const PASSWORD = "larch-otter-42-vellum";

/**
 * A proxy that removes unknown headers, adds the API key of the server behind it, and lists the languages of that
 * server itself.
 */
class StrippingProxy {
  readonly #server: Server;
  target = "";
  key = "";
  passed = 0;
  /** Only the other server can translate into Latvian. */
  languages = [{ code: "en", targets: ["lv"] }];

  constructor() {
    this.#server = createServer((asked, response) => {
      if (asked.url === "/languages") return void response.end(JSON.stringify(this.languages));
      this.passed += 1;
      const { "content-type": type = "", "content-length": length } = asked.headers;
      const headers = { "content-type": type, ...(length ? { "content-length": length } : {}) };
      const authorization = `Bearer ${this.key}`;
      const options = { method: asked.method, headers: { ...headers, authorization } };
      const onward = request(`${this.target}/libretranslate${asked.url}`, options, (answer) => {
        response.writeHead(answer.statusCode ?? 502, { "content-type": answer.headers["content-type"] });
        answer.pipe(response);
      });
      onward.on("error", () => response.destroy());
      asked.pipe(onward);
    });
  }

  async start(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

type Served = Awaited<ReturnType<typeof startTestServer>>;
const toHere = new StrippingProxy();
const toThere = new StrippingProxy();
let toHereUrl: string;
let toThereUrl: string;
let here: Served;
let there: Served;
let admin: Browser;
let key: string;

beforeAll(async () => {
  [toHereUrl, toThereUrl] = await Promise.all([toHere.start(), toThere.start()]);
  const shared = { databaseUrl: process.env.DATABASE_URL, secret: process.env.DRAGOMAN_SECRET };
  [here, there] = await Promise.all([
    startTestServer({ ...shared, env: { LIBRETRANSLATE_URL: toThereUrl } }),
    startTestServer({ env: { LIBRETRANSLATE_URL: toHereUrl } }),
  ]);
  toHere.target = here.url;
  toThere.target = there.url;
  ({ key } = await newAccount());
  toHere.key = key;
  const account = (...args: string[]) =>
    execFileSync("node", ["lib/operate/launch/command.mjs", "account", ...args], {
      env: { ...process.env, DATABASE_URL: there.databaseUrl, DRAGOMAN_SECRET: there.secret },
      encoding: "utf8",
    }).trim();
  toThere.key = account("create-key", account("create", "--name", "Here"));
  // The first text is slow on any server, because its engine must start.
  await Promise.all([
    translate("The house.", "es", { engine: "apertium" }),
    translate("The house.", "es", { engine: "apertium" }, there.url, toThere.key),
  ]);
  const { email } = await newPerson({ isAdmin: true, password: PASSWORD });
  admin = new Browser(here.url);
  await admin.signIn(email, PASSWORD);
});
afterAll(async () => {
  await Promise.all([here.stop(), there.stop()]);
  for (const proxy of [toHere, toThere]) proxy.stop();
});

const translate = (text: string, target: string, more: object = {}, base = here.url, owner = key) =>
  call("POST", "/v1/translate", { key: owner, base, body: { text, source: "en", target, ...more } });

test("two connected servers list each other's languages", async () => {
  for (const [base, owner] of [
    [here.url, key],
    [there.url, toThere.key],
  ] as const) {
    const targets = async () => (await call("GET", "/v1/languages?source=en", { key: owner, base })).json.languages;
    await expect.poll(targets, { timeout: 60_000 }).toMatchObject([{ targets: expect.arrayContaining(["lv"]) }]);
  }
});

test("two servers that use each other through header-removing proxies respond immediately and forward no text in a loop", async () => {
  const started = performance.now();
  const texts = ["The old house is beautiful.", "We have seen a red door.", "My friend reads a new book."];
  const answers = await Promise.all(
    ["es", "lv"].flatMap((target) => texts.map(async (text) => ({ target, ...(await translate(text, target)) }))),
  );
  // Without loop detection each text would take 20 seconds.
  expect(performance.now() - started).toBeLessThan(15_000);
  for (const { target, status, text } of answers)
    expect(target === "es" ? [200] : [400, 503], `${target} ${text}`).toContain(status);
  const passed = () => toHere.passed + toThere.passed;
  const before = passed();
  const again = performance.now();
  expect((await translate("The sea is blue today.", "es")).status).toBe(200);
  expect((await translate("The sea is blue today.", "lv")).status).not.toBe(200);
  expect(performance.now() - again).toBeLessThan(5_000);
  expect(passed() - before).toBeLessThanOrEqual(3);
});

test("a service behind a header-removing proxy isn't saved if it leads back to this server", async () => {
  toHere.languages = [{ code: "en", targets: ["es"] }];
  const body = { kind: "libretranslate", url: toHereUrl, force: true };
  const refused = await admin.send("PUT", "/v1/admin/engines/services", body);
  expect(refused).toMatchObject({ status: 422, json: { error: { code: "service_is_this_server" } } });
  expect(refused.json.error.details.trial).toMatchObject({ refusal: { reason: "service_is_this_server" } });
  expect((await admin.send("GET", "/v1/admin/engines/services")).json.services).toMatchObject([
    { origin: "environment" },
  ]);
});
