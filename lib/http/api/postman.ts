import type { ApiDocument, ApiOperation, JsonSchema } from "@/lib/schemas/api-document";

type Schemas = ApiDocument["components"]["schemas"];

/** An item of a collection: a folder with items, or a request. */
type Item =
  | { readonly name: string; readonly item: readonly Item[] }
  | { readonly name: string; readonly request: object };

export type PostmanCollection = {
  readonly info: { readonly name: string; readonly description: string; readonly schema: string };
  readonly auth: object;
  readonly variable: readonly { readonly key: string; readonly value: string }[];
  readonly item: readonly Item[];
};

/**
 * The operations of the document as a collection in Postman's format 2.1, which Bruno, Insomnia and Hoppscotch import
 * too: a folder for each tag, with example bodies. The key is the variable `apiKey`.
 */
export function postmanCollection({ servers, tags, paths, components }: ApiDocument): PostmanCollection {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return {
    info: {
      name: "Dragoman",
      description: "Set the variable `apiKey` to an API key (`dgm_live_…`).",
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{apiKey}}", type: "string" }] },
    variable: [
      { key: "baseUrl", value: servers[0]?.url ?? "" },
      { key: "apiKey", value: "" },
    ],
    item: tags.map((tag) => ({
      name: tag.name,
      item: operations
        .filter(({ operation }) => operation.tags.includes(tag.name))
        .map(({ path, method, operation }) => ({
          name: operation.summary,
          request: requestOf(path, method, operation, components.schemas),
        })),
    })),
  };
}

/** Values of required query parameters. */
const VALUES: Readonly<Record<string, string>> = {
  source: "en",
  target: "es",
  language: "es",
  path: "docs/welcome.md",
};

function requestOf(path: string, method: string, operation: ApiOperation, schemas: Schemas): object {
  const { description, parameters, security } = operation;
  const fields = (place: string) =>
    parameters
      .filter((one) => one.in === place)
      .map(({ name, required, description = "" }) => ({
        key: name,
        value: place === "query" && required ? (VALUES[name] ?? "") : "",
        description,
        disabled: !required,
      }));
  const segments = path.slice(1).replace(/\{(\w+)\}/g, ":$1");
  const body = bodyOf(operation, schemas);
  return {
    method,
    ...(description ? { description } : {}),
    // Without a key, an operation for anybody would fail for an invalid one.
    ...(security?.length === 0 ? { auth: { type: "noauth" } } : {}),
    header: [
      ...(body?.mode === "raw" ? [{ key: "Content-Type", value: "application/json" }] : []),
      ...fields("header"),
    ],
    url: {
      raw: `{{baseUrl}}/${segments}`,
      host: ["{{baseUrl}}"],
      path: segments.split("/"),
      variable: fields("path").map(({ disabled: _, ...field }) => field),
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
      raw: JSON.stringify(json.example ?? {}, null, 2),
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
