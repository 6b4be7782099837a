import type { ApiDocument, ApiOperation, JsonSchema } from "@/lib/schemas/api-document";
import { CLEAN_UP, CONSTANTS, SET_UP, scriptOf, spare } from "./postman-steps";

type Schemas = ApiDocument["components"]["schemas"];

/** An item of a collection: a folder with items, or a request. */
type Item =
  | { readonly name: string; readonly item: readonly Item[] }
  | { readonly name: string; readonly request: object; readonly event?: readonly object[] };

export type PostmanCollection = {
  readonly info: { readonly name: string; readonly description: string; readonly schema: string };
  readonly auth: object;
  readonly variable: readonly { readonly key: string; readonly value: string }[];
  readonly item: readonly Item[];
};

/**
 * The operations of the document as a collection in Postman's format 2.1, which Bruno, Insomnia and Hoppscotch import
 * too: a folder for each tag, with example bodies. The variable `apiKey` contains the key. The request "Set up" creates
 * the data that other requests refer to, and "Clean up" deletes it.
 */
export function postmanCollection({ servers, tags, paths, components }: ApiDocument): PostmanCollection {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return {
    info: {
      name: "Dragoman",
      description:
        "Set the variable `apiKey` to an API key (`dgm_live_…`) and send “Set up” first: it creates a project and everything else that the requests need. “Clean up” deletes it.",
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{apiKey}}", type: "string" }] },
    variable: [
      { key: "baseUrl", value: servers[0]?.url ?? "" },
      { key: "apiKey", value: "" },
      ...Object.entries(CONSTANTS).map(([key, value]) => ({ key, value })),
    ],
    item: [
      steps("Set up", SET_UP),
      ...tags.map((tag) => ({
        name: tag.name,
        item: operations
          .filter(({ operation }) => operation.tags.includes(tag.name))
          .map(({ path, method, operation }) => ({
            name: operation.summary,
            request: requestOf(path, method, operation, components.schemas),
            ...(operation.operationId in REVISIONS
              ? { event: [after([`pm.collectionVariables.set("revision", ${REVISIONS[operation.operationId]});`])] }
              : {}),
          })),
      })),
      steps("Clean up", CLEAN_UP),
    ],
  };
}

const after = (exec: readonly string[]) => ({ listen: "test", script: { type: "text/javascript", exec } });

/** A request that is the first step; its script runs the others. */
function steps(name: string, all: typeof SET_UP): Item {
  const [{ method, path, body }] = all;
  const header = body ? [{ key: "Content-Type", value: "application/json" }] : [];
  const raw = body ? { body: { mode: "raw", raw: JSON.stringify(body, null, 2) } } : {};
  return { name, request: { method, header, url: `{{baseUrl}}${path}`, ...raw }, event: [after(scriptOf(all))] };
}

/** Example values of required parameters. */
const VALUES: Readonly<Record<string, string>> = {
  ...{ source: "en", target: "es", language: "es", path: "docs/home.md" },
  "If-Match": '"{{revision}}"',
};

/** Expressions for the revision in a response, which the next edit must send. */
const REVISIONS: Readonly<Record<string, string>> = {
  getSegment: "pm.response.json().translation.revision",
  updateTranslation: "pm.response.json().revision",
  revertTranslation: "pm.response.json().revision",
};

/** Optional parameters of operations that require at least one of several. */
const NEEDED: ReadonlySet<string> = new Set(["putDocument path", "listSegments language"]);

/** Operations that remove the resource they name, besides deletions. */
const ENDING: ReadonlySet<string> = new Set(["restoreProject", "transitionProject"]);

/** Patterns of ids and codes in examples, and the variables that replace them. */
const EXAMPLES: readonly (readonly [RegExp, string])[] = [
  [/"seg_01k\w+"/g, '"{{segmentId}}"'],
  [/"tm_01k\w+"/g, '"{{memoryId}}"'],
  [/"gls_01k\w+"/g, '"{{glossaryId}}"'],
  [/("deviceCode": )"\w+"/g, '$1"{{deviceCode}}"'],
];

function requestOf(path: string, method: string, operation: ApiOperation, schemas: Schemas): object {
  const { description, operationId, parameters, security } = operation;
  const fields = (place: string) =>
    parameters
      .filter((one) => one.in === place)
      .map(({ name, required, ...parameter }) => ({
        ...parameter,
        name,
        required: required || NEEDED.has(`${operationId} ${name}`),
      }))
      .map(({ name, required, description = "" }) => ({
        key: name,
        value: required ? (VALUES[name] ?? "") : "",
        description,
        disabled: !required,
      }));
  const segments = path.slice(1).replace(/\{(\w+)\}/g, ":$1");
  const body = bodyOf(operation, schemas);
  const endsIt = method === "DELETE" || ENDING.has(operationId);
  return {
    method,
    ...(description ? { description } : {}),
    // Sends no key, because an operation for everyone would reject an invalid one.
    ...(security?.length === 0 ? { auth: { type: "noauth" } } : {}),
    header: [
      ...(body?.mode === "raw" ? [{ key: "Content-Type", value: "application/json" }] : []),
      ...fields("header"),
    ],
    url: {
      raw: `{{baseUrl}}/${segments}`,
      host: ["{{baseUrl}}"],
      path: segments.split("/"),
      variable: fields("path").map(({ disabled: _, ...field }, i, { length }) => ({
        ...field,
        value: `{{${endsIt && i === length - 1 ? spare(field.key) : field.key}}}`,
      })),
      query: fields("query"),
    },
    ...(body ? { body } : {}),
  };
}

function bodyOf({ requestBody }: ApiOperation, schemas: Schemas) {
  const { "application/json": json, "multipart/form-data": form } = requestBody?.content ?? {};
  if (json)
    return {
      mode: "raw" as const,
      raw: EXAMPLES.reduce(
        (text, [id, variable]) => text.replace(id, variable),
        JSON.stringify(json.example ?? {}, null, 2),
      ),
      options: { raw: { language: "json" } },
    };
  if (!form) return null;
  const { properties = {}, required = [] } = resolved(form.schema, schemas);
  return {
    mode: "formdata" as const,
    formdata: Object.entries(properties).map(([key, { description = "" }]) =>
      key === "file" || key === "archive"
        ? { key, type: "file", src: [], description }
        : { key, type: "text", value: "", description, disabled: !required.includes(key) },
    ),
  };
}

function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  return schema.$ref ? (schemas[schema.$ref.split("/").at(-1)!] ?? schema) : schema;
}
