import path from "node:path";
import { expect, test } from "vitest";
import { ThreadEnded } from "@/lib/base/pool/task-thread";
import { toAppError } from "./responses";

test.each([
  ["ECONNREFUSED", "cannot be reached", "2"],
  ["ETIMEDOUT", "cannot be reached", "2"],
  ["EHOSTUNREACH", "cannot be reached", "2"],
  ["57P03", "cannot be reached", "2"],
  ["53100", "disk is full", "60"],
])(
  "a database error with code %s is answered with 503 and Retry-After, even if it is the cause of another error",
  (code, words, after) => {
    const fault = new Error("Failed query", { cause: Object.assign(new Error("secret words"), { code }) });
    const { code: told, message, headers } = toAppError(fault);
    expect([told, headers?.["Retry-After"]]).toEqual(["overloaded", after]);
    expect(message).toContain(words);
  },
);

const missing = (name: string) => `Cannot find module '${name}' imported from /srv/format-worker.mjs`;

test.each([
  ["EMFILE", "secret words"],
  ["ENFILE", "secret words"],
  ["ERR_WORKER_INIT_FAILED", "Worker initialization failure: EMFILE"],
  ["ERR_MODULE_NOT_FOUND", missing(path.resolve("package.json"))],
  ["ERR_MODULE_NOT_FOUND", missing("iconv-lite")],
  ["ERR_MODULE_NOT_FOUND", missing(path.resolve("node_modules/fastest-levenshtein/index.js"))],
])("a request that fails for lack of file descriptors (%s, %s) is answered with 503 and Retry-After", (code, words) => {
  const fault = new ThreadEnded("died", { cause: Object.assign(new Error(words), { code }) });
  const { code: told, message, headers } = toAppError(fault);
  expect([told, headers?.["Retry-After"]]).toEqual(["overloaded", "2"]);
  expect(message).toContain("too many open connections");
});

test("a missing code module is answered with 500", () => {
  const cause = Object.assign(new Error(missing("/srv/.build/gone.mjs")), { code: "ERR_MODULE_NOT_FOUND" });
  expect(toAppError(new ThreadEnded("died", { cause })).code).toBe("internal_error");
});

test("an unexpected error is answered with 500 and without details", () => {
  const { code, message } = toAppError(Object.assign(new Error("secret words"), { code: "22P02" }));
  expect(code).toBe("internal_error");
  expect(message).not.toContain("secret");
});
