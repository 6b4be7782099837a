import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { VERIFY_SNIPPETS } from "./verify-snippets";

const SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;
const BODY = '{"type":"project.created","data":{"name":"Größe 🧵"}}';

function signed(secret: string, at = new Date()) {
  return {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign("evt_1", at, BODY),
  };
}

const fresh = signed(SECRET);
const CASES = [
  ["a request that was signed with the secret", fresh, BODY, true],
  [
    "one that was signed with two secrets",
    { ...fresh, "webhook-signature": `${signed(OTHER)["webhook-signature"]} ${fresh["webhook-signature"]}` },
    BODY,
    true,
  ],
  ["one that was signed with another secret", signed(OTHER), BODY, false],
  ["one with another body", fresh, BODY.replace("Größe", "Grosse"), false],
  ["one with another id", { ...fresh, "webhook-id": "evt_2" }, BODY, false],
  ["one that is ten minutes old", signed(SECRET, new Date(Date.now() - 600_000)), BODY, false],
] as const;

describe("code samples for checking webhook signatures", () => {
  test.each(CASES)(
    "the JavaScript snippet accepts only a webhook with a valid signature: %s",
    async (_, headers, body, valid) => {
      const code = `data:text/javascript,${encodeURIComponent(VERIFY_SNIPPETS.JavaScript)}`;
      const { verify } = await import(/* @vite-ignore */ code);
      expect(verify(SECRET, headers, body)).toBe(valid);
    },
  );

  test.skipIf(!hasPython())("the Python snippet accepts only webhooks with a valid signature", () => {
    const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "verify-")), "verify.py");
    const run = "import json, sys\nfor h, b in json.load(sys.stdin): print(verify(sys.argv[1], h, b.encode()))";
    fs.writeFileSync(file, `${VERIFY_SNIPPETS.Python}\n${run}`);
    const input = JSON.stringify(CASES.map(([, headers, body]) => [headers, body]));
    const answers = execFileSync("python3", [file, SECRET], { input, encoding: "utf8" }).trim().split("\n");
    expect(answers).toEqual(CASES.map(([, , , valid]) => (valid ? "True" : "False")));
  });
});

function hasPython(): boolean {
  try {
    execFileSync("python3", ["--version"]);
    return true;
  } catch {
    return false;
  }
}
