import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { ROUTES } from "@/app/api/v1/routes";
import { openApiDocument } from "./openapi";

type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  requestBody?: { content: Record<string, { schema: { $ref?: string } }> };
};
const document = openApiDocument(ROUTES, { url: "http://127.0.0.1/v1", version: "0.0.0" }) as unknown as {
  info: { contact?: { name: string; url: string } };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const ajv = new Ajv2020({ strict: false });
addFormats(ajv);

/** Validates a body against the schema of an operation. */
function accepts(operationId: string, mediaType: string, body: object): boolean {
  const schema = operations.find((one) => one.operationId === operationId)?.requestBody?.content[mediaType]?.schema;
  if (!schema) throw new Error(`${operationId} takes no ${mediaType}`);
  return ajv.validate({ ...schema, components: document.components }, body);
}

function resolved(schema: { $ref?: string }): object {
  return schema.$ref ? document.components.schemas[schema.$ref.split("/").at(-1)!]! : schema;
}

const FORM = "multipart/form-data";
const JSON_BODY = "application/json";

describe("request bodies in the OpenAPI document", () => {
  const withForm = operations.filter((one) => one.requestBody?.content[FORM]);

  test("each upload form requires its file", () => {
    expect(withForm.map((one) => one.operationId)).toContain("translateFile");
    const fields: Record<string, object> = { translateFile: { target: "es" } };
    for (const { operationId } of withForm) {
      if (operationId === "importTranslations") continue;
      expect(accepts(operationId, FORM, { file: "bytes", ...fields[operationId] }), operationId).toBe(true);
      expect(accepts(operationId, FORM, { ...fields[operationId] }), operationId).toBe(false);
    }
    expect(accepts("translateFile", FORM, { file: "bytes", target: "es", taget: "es" })).toBe(false);
    expect(accepts("importTranslations", FORM, { file: ["bytes", "bytes"], existing: "keep" })).toBe(true);
    expect(accepts("importTranslations", FORM, { archive: "bytes" })).toBe(true);
  });

  test("fields with a default value are optional in the OpenAPI document and in generated clients", () => {
    expect(accepts("translateText", JSON_BODY, { text: "Hello", target: "es" })).toBe(true);
    const project = { name: "Help", sourceLanguage: "en", targetLanguages: ["es"] };
    expect(accepts("createProject", JSON_BODY, project)).toBe(true);
    for (const { operationId, requestBody } of operations)
      for (const { schema } of Object.values(requestBody?.content ?? {}))
        expect(JSON.stringify(resolved(schema)), operationId).not.toContain('"default":');
  });
});

describe("operation ids", () => {
  test("each operation id is unique and consists of a verb and a noun in camel case", () => {
    const ids = operations.map((one) => one.operationId);
    expect(ids.length).toBeGreaterThan(80);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z]+(?:[A-Z][a-z]+)+$/.test(id))).toEqual([]);
    expect(ids).toEqual(expect.arrayContaining(["translateText", "translateFile", "createProject", "listSegments"]));
  });
});

test("the OpenAPI document contains contact details and a description of each operation, as Spectral's rules require", () => {
  expect(document.info.contact?.url).toBe("http://127.0.0.1/docs");
  const bare = operations.filter(({ description = "" }) => !/^[A-Z0-9`].*\.$/s.test(description));
  expect(bare.map((one) => one.operationId)).toEqual([]);
  const repeated = operations.filter(({ summary, description }) => description === `${summary}.`);
  expect(repeated.map((one) => one.operationId)).toEqual([]);
});
