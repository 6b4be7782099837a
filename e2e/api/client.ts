import { randomInt } from "node:crypto";
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { expect } from "vitest";
import { db } from "@/db/client";
import type { LimitOverrides } from "@/db/schema/accounts";
import { createAccount, operatorOf } from "@/lib/identity/accounts/accounts";
import { createKey, type KeyInput } from "@/lib/identity/accounts/keys";
import type { Tier } from "@/lib/vocabulary/accounts";

/** Address of the server under test; set by setup.ts. */
export const baseUrl = (): string => process.env.TEST_BASE_URL ?? "";

const addresses = new Map<string | undefined, string>();

/**
 * A client address for each test file, for a server that trusts its sender as a proxy, so that throttles count each
 * file separately.
 */
function ownAddress(): string {
  const file = expect.getState().testPath;
  const address = addresses.get(file) ?? `10.${[0, 0, 0].map(() => randomInt(256)).join(".")}`;
  addresses.set(file, address);
  return address;
}

export type Answer = { status: number; headers: Headers; json: any; text: string };
export type CallOptions = {
  key?: string | null;
  body?: unknown;
  /** Body that is sent unchanged instead of JSON. */
  raw?: BodyInit;
  headers?: Record<string, string>;
  base?: string;
  /** False for requests that deliberately use an undocumented path. */
  documented?: boolean;
};

/** Calls the API and validates the response against the server's own OpenAPI document. */
export async function call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const base = options.base ?? baseUrl();
  const json = options.body !== undefined;
  const response = await fetch(`${base}${path}`, {
    method,
    redirect: "manual",
    headers: {
      "X-Forwarded-For": ownAddress(),
      ...(options.key ? { Authorization: `Bearer ${options.key}` } : {}),
      ...(json ? { "Content-Type": "application/json" } : {}),
      ...options.headers,
    },
    ...(json ? { body: JSON.stringify(options.body) } : options.raw !== undefined ? { body: options.raw } : {}),
  });
  // An event stream has no end, so it is not read as a whole.
  const isEndless = response.headers.get("content-type")?.startsWith("text/event-stream");
  const text = isEndless ? "" : await response.text();
  if (isEndless) await response.body?.cancel();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  const answer = { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : null };
  expect(response.headers.get("x-request-id"), `${method} ${path} carries a request id`).toMatch(
    /^[A-Za-z0-9_-]{8,128}$/,
  );
  if (options.documented !== false) await checkAgainstDocument(base, method, path, answer);
  return answer;
}

/** A new account with a key. */
export async function newAccount(
  options: { tier?: Tier; limits?: LimitOverrides; key?: Partial<KeyInput> } = {},
): Promise<{
  accountId: string;
  key: string;
  keyId: string;
  anotherKey: (input?: Partial<KeyInput>) => Promise<{ key: string; keyId: string }>;
}> {
  const account = await createAccount(db(), {
    name: "Test",
    tier: options.tier ?? "enterprise",
    ...(options.limits ? { limits: options.limits } : {}),
  });
  const anotherKey = async (input: Partial<KeyInput> = {}) => {
    const operator = await operatorOf(account.id);
    const made = await db().transaction((tx) => createKey(operator, { name: "Test", ...input }, tx));
    return { key: made.secret, keyId: made.key.id };
  };
  return { accountId: account.id, anotherKey, ...(await anotherKey(options.key)) };
}

type Document = { paths: Record<string, Record<string, { operationId: string; responses: Record<string, any> }>> };
type Checked = { document: Document; ajv: Ajv2020; validators: Map<string, ValidateFunction> };
const documents = new Map<string, Promise<Checked>>();

/** The OpenAPI document of a server, with compiled schemas. */
export function openApi(base = baseUrl()): Promise<Checked> {
  const known = documents.get(base);
  if (known) return known;
  const loading = fetch(`${base}/v1/openapi.json`).then(async (response) => {
    const document = (await response.json()) as Document;
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats(ajv);
    ajv.addSchema(document, "openapi");
    return { document, ajv, validators: new Map() };
  });
  documents.set(base, loading);
  return loading;
}

/** Headers on which clients depend. */
const TELLING_HEADERS = [
  "ETag",
  "Link",
  "Location",
  "Retry-After",
  "Idempotent-Replayed",
  "Content-Disposition",
  "WWW-Authenticate",
  "X-RateLimit-Remaining",
] as const;

async function checkAgainstDocument(base: string, method: string, path: string, answer: Answer): Promise<void> {
  const { document, ajv, validators } = await openApi(base);
  const plain = path.split("?")[0]!.replace(/^\/(api\/)?v1/, "");
  const template = Object.keys(document.paths).find(
    (one) => matches(one, plain) && document.paths[one]![method.toLowerCase()],
  );
  if (!template) {
    if (answer.status >= 400) checkError(answer);
    return;
  }
  const name = `/paths/${escapePointer(template)}/${method.toLowerCase()}/responses/${answer.status}`;
  const documented = document.paths[template]![method.toLowerCase()]!.responses[String(answer.status)];
  expect(documented, `${method} ${template} documents ${answer.status}`).toBeDefined();
  for (const header of TELLING_HEADERS)
    if (answer.headers.has(header))
      expect(
        Object.keys(documented.headers ?? {}),
        `${method} ${template} ${answer.status} documents its headers`,
      ).toContain(header);
  if (!answer.json) return;
  const pointer = `${name}/content/application~1json/schema`;
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: `openapi#${encodeURI(pointer)}` });
  validators.set(pointer, validate);
  expect(
    validate(answer.json),
    `${method} ${template} ${answer.status}: ${JSON.stringify(validate.errors)} ${answer.text.slice(0, 500)}`,
  ).toBe(true);
}

function matches(template: string, path: string): boolean {
  const a = template.split("/");
  const b = path.split("/");
  return a.length === b.length && a.every((part, i) => part === b[i] || (part.startsWith("{") && b[i] !== ""));
}

function escapePointer(path: string): string {
  return path.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Every error has exactly this body. */
export function checkError(answer: Answer): void {
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(Object.keys(answer.json)).toEqual(["error"]);
  expect(Object.keys(answer.json.error).sort()).toEqual(["code", "details", "message"]);
  expect(answer.json.error.details.requestId).toBe(answer.headers.get("x-request-id"));
  expect(answer.text).not.toMatch(/\bat .*\.[jt]s:\d+|node_modules|<html/i);
}
