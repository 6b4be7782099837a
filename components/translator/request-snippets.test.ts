import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { requestSnippets } from "./request-snippets";

const HOSTILE = `It's "5 $HOME \`id\` \\ !x" {a} \${b}\n\tñ 日本 👩‍🚀 \u2028 </script> %s $(reboot)`;
const request = { text: HOSTILE, source: "auto", target: "es", format: "markdown" } as const;
const snippetOf = (language: string, asked: Parameters<typeof requestSnippets>[1] = request) =>
  Object.fromEntries(requestSnippets("http://localhost:3000", asked))[language]!;
const body = { text: HOSTILE, target: "es", format: "markdown" };

describe("the translator's request as program code", () => {
  it("the shell snippet passes exactly the typed text, and reads the key from a variable", () => {
    const snippet = snippetOf("curl");
    const script = `curl() { for last; do :; done; printf %s "$last"; }\n${snippet}`;
    const sent = execFileSync("sh", ["-c", script], { env: { ...process.env, DRAGOMAN_KEY: "k" } });
    expect(JSON.parse(sent.toString("utf8"))).toEqual(body);
    expect(snippet).toContain('"Authorization: Bearer $DRAGOMAN_KEY"');
  });

  it("the JavaScript snippet evaluates to exactly the typed text", async () => {
    const snippet = snippetOf("JavaScript");
    let sent: unknown;
    const fetchLike = async (_: string, init: { body: string }) => {
      sent = JSON.parse(init.body);
      return { json: async () => ({ translation: "" }) };
    };
    const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
    await new AsyncFunction("fetch", "process", "console", snippet)(fetchLike, { env: {} }, { log: () => {} });
    expect(sent).toEqual(body);
  });

  it("the Python snippet evaluates to exactly the typed text", () => {
    const snippet = snippetOf("Python", { ...request, source: "en", format: "text" });
    const literal = /"text": (".*"),$/m.exec(snippet)?.[1];
    expect(JSON.parse(literal!)).toBe(HOSTILE);
    expect(snippet).toContain('"source": "en"');
    expect(snippet).not.toContain("format");
  });
});
