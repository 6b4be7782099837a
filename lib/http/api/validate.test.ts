import { expect, test } from "vitest";
import { z } from "zod";
import type { AppError } from "@/lib/base/errors";
import { generateApiKey } from "@/lib/identity/auth/api-key";
import { validate } from "./validate";

const Body = z.strictObject({
  name: z.string().min(1).max(5),
  format: z.enum(["text", "html"]),
  limit: z.int().min(1).max(9).optional(),
  filter: z.strictObject({ state: z.string().optional() }).default({}),
  actions: z
    .array(z.discriminatedUnion("type", [z.strictObject({ type: z.literal("find"), what: z.string() })]))
    .optional(),
});

test.each([
  ["a missing field is required", {}, ["format required", "name required"]],
  [
    "null and other types are the wrong type, also for an enum",
    { name: 1, format: null },
    ["format type", "name type"],
  ],
  ["an unknown enum value has the wrong format", { name: "a", format: "pdf" }, ["format format"]],
  ["an empty text, and a number out of range", { name: "", format: "text", limit: 10 }, ["limit range", "name empty"]],
  [
    "all errors are reported together",
    { nane: "x", limit: "9" },
    "format required|limit type|name required|nane unknown_field",
  ],
])("errors in a request body are reported by field and kind: %s", (_, value, expected) => {
  const faults = faultsOf(value).map(({ path, code }) => `${path} ${code}`);
  expect(faults.sort()).toEqual(typeof expected === "string" ? expected.split("|") : expected);
});

test("an error in a field with several allowed types is reported for the type that was sent", () => {
  const Word = z.enum(["error", "warning"]);
  const Choice = z.strictObject({ qa: z.union([Word, z.array(Word).min(1)]) });
  const faults = (qa: unknown) => {
    try {
      validate(Choice, { qa });
      return [];
    } catch (error) {
      return ((error as AppError).details.errors as { path: string; code: string }[]).map(
        ({ path, code }) => `${path} ${code}`,
      );
    }
  };
  expect(faults("error")).toEqual([]);
  expect(faults("bad")).toEqual(["qa format"]);
  expect(faults(["error", "bad", 5])).toEqual(["qa.1 format", "qa.2 type"]);
  expect(faults([])).toEqual(["qa empty"]);
  for (const other of [5, null, {}]) expect(faults(other)).toEqual(["qa type"]);
  expect(faults(undefined)).toEqual(["qa required"]);
});

test("an error about an exceeded limit contains the limit and its unit", () => {
  const [length, value] = faultsOf({ name: "abcdef", format: "text", limit: 10 });
  expect(length).toMatchObject({ path: "name", maximum: 5, unit: "characters" });
  expect(value).toMatchObject({ path: "limit", maximum: 9 });
  expect(value).not.toHaveProperty("unit");
});

test("an error about a misspelt field suggests the closest known field", () => {
  const [fault] = faultsOf({ name: "a", format: "text", fromat: "html" });
  expect(fault).toMatchObject({ path: "fromat", suggestions: ["format"] });
  expect(fault?.message).toContain("did you mean format?");
});

test("an error about an unknown field suggests the API's name for it, or lists all fields if none is similar", () => {
  const Translate = z.strictObject({
    text: z.string().optional(),
    source: z.string().optional(),
    target: z.string().optional(),
    format: z.string().optional(),
    glossaryId: z.string().optional(),
  });
  const Project = z.strictObject({
    sourceLanguage: z.string().optional(),
    targetLanguages: z.string().optional(),
    dueAt: z.iso.datetime({ offset: true }).optional(),
  });
  const suggested = (schema: z.ZodType, name: string) => refusals(schema, { [name]: "x" })[0]?.suggestions?.[0];
  for (const [name, ours] of [
    ["q", "text"],
    ["from", "source"],
    ["to", "target"],
    ["source_lang", "source"],
    ["target_lang", "target"],
    ["targetLanguage", "target"],
    ["tag_handling", "format"],
    ["glossary", "glossaryId"],
  ] as const)
    expect(suggested(Translate, name), name).toBe(ours);
  for (const [name, ours] of [
    ["source", "sourceLanguage"],
    ["source_lang", "sourceLanguage"],
    ["targets", "targetLanguages"],
    ["to", "targetLanguages"],
  ] as const)
    expect(suggested(Project, name), name).toBe(ours);
  for (const name of ["alternatives", "formality", "te", "toString", "__proto__"]) {
    const [fault] = refusals(Translate, JSON.parse(`{"${name}": 1}`));
    expect(fault?.suggestions, name).toBeUndefined();
    expect(fault?.message).toContain("the fields are text, source, target, format, glossaryId.");
  }
  expect(refusals(Project, { dueAt: "2027-03-01" })[0]?.message).toContain("such as 2027-03-01T17:00:00Z");
});

test("an API key in a request body is recognised by its format and is not repeated in the error", () => {
  const { secret } = generateApiKey();
  const [fault] = faultsOf({ name: "a", format: "text", token: secret });
  expect(fault).toMatchObject({ path: "token", code: "unknown_field" });
  expect(fault?.message).toContain("Authorization header");
  expect(JSON.stringify(fault)).not.toContain(secret);
});

test("the error for an unknown field doesn't repeat the field's name if that name could be a text or an API key", () => {
  const { secret } = generateApiKey();
  const [text, key] = faultsOf({ name: "a", format: "text", "A private sentence": 1, [secret]: 2 });
  expect(text).toMatchObject({ path: "…", code: "unknown_field" });
  expect(key?.message).toContain("Authorization header");
  expect(JSON.stringify([text, key])).not.toMatch(/private|dgm_live_/);
});

test("the error about an unknown field of a nested object suggests a field of that object", () => {
  const value = {
    name: "a",
    format: "text",
    filter: { stat: "x", nam: "y" },
    actions: [{ type: "find", what: "", wha: "" }],
  };
  const suggested = faultsOf(value).map(({ path, suggestions }) => [path, suggestions]);
  expect(suggested).toEqual([
    ["filter.stat", ["state"]],
    ["filter.nam", undefined],
    ["actions.0.wha", ["what"]],
  ]);
});

test("an error in one value of a list parameter names the parameter", () => {
  const Query = z.strictObject({
    state: z
      .string()
      .transform((list) => list.split(","))
      .pipe(z.array(Body.shape.format)),
  });
  expect(() => validate(Query, { state: "text,pdf" }, "query")).toThrow(
    expect.objectContaining({ details: { errors: [expect.objectContaining({ path: "state", code: "format" })] } }),
  );
});

function faultsOf(value: unknown) {
  return refusals(Body, value);
}

function refusals(schema: z.ZodType, value: unknown) {
  try {
    validate(schema, value);
  } catch (error) {
    return ((error as AppError).details.errors ?? []) as {
      path: string;
      code: string;
      message: string;
      suggestions?: string[];
    }[];
  }
  return [];
}
