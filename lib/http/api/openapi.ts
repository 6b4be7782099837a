import { z } from "zod";
import { ERRORS, type ErrorCode, FIELD_ERROR_CODES, FIELD_ERROR_REASONS } from "@/lib/base/errors";
import type { ApiDocument } from "@/lib/schemas/api-document";
import { idKindOf } from "./address";
import type { Contract, Resource } from "./contract";

type Json = Record<string, unknown>;
type Documented = Extract<Contract, { readonly operationId: string }>;

const FieldErrorSchema = z
  .object({
    path: z.string().describe("Dotted, with indices: `targetLanguages.0`"),
    code: z.enum(FIELD_ERROR_CODES),
    message: z.string(),
    reason: z.enum(FIELD_ERROR_REASONS).optional().describe("Violated rule, if the code does not name it"),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    unit: z.enum(["characters", "items"]).optional().describe("Unit of the bounds; absent: the value itself"),
    suggestions: z.array(z.string()).optional(),
    supportedTargets: z.array(z.string()).optional(),
    installable: z.boolean().optional().describe("Whether a language model for the language or pair exists"),
    detectedLanguage: z.string().optional().describe("Detected language, if no engine translates it"),
  })
  .meta({ id: "FieldError" });

const ErrorBody = z
  .object({
    error: z
      .object({
        code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
        message: z.string().describe("What happened and what to do"),
        details: z.looseObject({ requestId: z.string(), errors: z.array(FieldErrorSchema).optional() }),
      })
      .strict(),
  })
  .strict()
  .meta({ id: "Error", externalDocs: { url: "/docs#errors", description: "What each code means and what to do" } });

const DESCRIPTION = `Translate texts, batches and documents, and manage translation projects.

Send an API key with every request: \`Authorization: Bearer dgm_live_…\`. All errors have the same body. The hourly limit belongs to the account: \`RateLimit\` and \`RateLimit-Policy\` say what
remains, and \`Retry-After\` of a 429 says when to send the next request.

Don't repeat query parameters; separate several values with commas (OR).

Unless switched off, the server also provides the APIs of DeepL (\`/v2\`, \`/v3\`), Google (\`/language/translate/v2\`), Microsoft (\`/microsoft\`) and LibreTranslate (\`/libretranslate\`), with the same keys, for programs made for them, and the Model Context Protocol at \`/mcp\`.`;

/** Building takes 200 ms, and the declarations are constant at run time. */
const built = new WeakMap<readonly Resource[], Parts>();

/** The part of the document that does not depend on the server's address. */
type Parts = Pick<ApiDocument, "tags" | "paths" | "components">;

/** The OpenAPI 3.1 document, generated from the declarations that validate requests and encode responses. */
export function openApiDocument(
  modules: readonly Resource[],
  server: { url: string; version: string },
): ApiDocument & Json {
  const parts = built.get(modules) ?? build(modules);
  built.set(modules, parts);
  return {
    openapi: "3.1.0",
    info: {
      title: "Dragoman",
      version: server.version,
      description: DESCRIPTION,
      contact: { name: "Operator of this server", url: server.url.replace(/v1$/, "docs") },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: server.url }],
    ...parts,
  };
}

function build(modules: readonly Resource[]): Parts {
  const components = new Map<string, Json>();
  const paths: Json = {};
  const tags = new Set<string>();
  for (const { path, routes } of modules) {
    const operations: Json = {};
    const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
    for (const [method, { contract }] of Object.entries(routes)) {
      if (!isDocumented(contract)) continue;
      tags.add(contract.tag);
      operations[method.toLowerCase()] = operation(contract, names, components);
    }
    if (Object.keys(operations).length > 0) paths[path] = operations;
  }
  jsonSchema(ErrorBody, "output", components);
  return {
    tags: [...tags].map((name) => ({ name })),
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: "http", scheme: "bearer", description: "An API key: `dgm_live_…`" } },
      headers: HEADERS,
      schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  } as Parts;
}

/** Endpoints of the dashboard alone are not part of the public API. */
function isDocumented(contract: Contract): contract is Documented {
  return contract.access !== "session" && contract.access !== "page";
}

function operation(contract: Documented, names: readonly string[], components: Map<string, Json>): Json {
  return {
    operationId: contract.operationId,
    summary: contract.summary,
    ...(contract.description ? { description: contract.description } : {}),
    tags: [contract.tag],
    ...(contract.access === "public" ? { security: [] } : {}),
    ...(contract.scope ? { "x-scope": contract.scope } : {}),
    ...(contract.charge === false ? { "x-free": true } : {}),
    parameters: [...pathParameters(names), ...queryParameters(contract, components), ...headerParameters(contract)],
    ...requestBody(contract, components),
    responses: responses(contract, names, components),
  };
}

/** Of parameters that are no ids. */
const PARAM_DESCRIPTIONS: Readonly<Record<string, string>> = {
  language: "BCP 47 language tag",
  branch: "Name of a branch, with `/` written as `%2F`",
};

function pathParameters(names: readonly string[]): Json[] {
  return names.map((name) => ({
    name,
    in: "path",
    required: true,
    description: PARAM_DESCRIPTIONS[name] ?? `ID of the ${idKindOf(name)}`,
    schema: { type: "string" },
  }));
}

function queryParameters(contract: Documented, components: Map<string, Json>): Json[] {
  if (!contract.query) return [];
  const schema = jsonSchema(contract.query, "input", components) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(schema.properties ?? {}).map(([name, { description, ...rest }]) => ({
    name,
    in: "query",
    required: schema.required?.includes(name) ?? false,
    ...(description ? { description } : {}),
    schema: rest,
  }));
}

function headerParameters(contract: Documented): Json[] {
  const header = (name: string, description: string, required = false): Json => ({
    name,
    in: "header",
    required,
    description,
    schema: { type: "string" },
  });
  return [
    ...(contract.idempotent
      ? [header("Idempotency-Key", "Repeating a request with the same key returns the first response, for 24 hours.")]
      : []),
    ...(contract.etag
      ? [header("If-None-Match", "The `ETag` of an earlier response: returns 304, free of charge, if it is current.")]
      : []),
    ...(contract.ifMatch === "optional"
      ? [header("If-Match", "The `ETag` of the version that you read: returns 412 if it has changed since.")]
      : []),
    ...(contract.ifMatch === "required"
      ? [header("If-Match", 'The revision that was read, such as `"3"`: 412 when there is a later one.', true)]
      : []),
    ...(contract.waits === "asked"
      ? [header("Prefer", "`wait=N`: seconds to wait until it is finished, 0–60; default 0.")]
      : []),
    ...(contract.waits === true
      ? [header("Prefer", "`wait=N`: seconds to wait until it is finished (0–60, default 10). `respond-async`: 0.")]
      : []),
  ];
}

function requestBody(contract: Documented, components: Map<string, Json>): Json {
  const example = contract.examples?.request;
  const content: Json = {
    ...(contract.body
      ? {
          "application/json": {
            schema: jsonSchema(contract.body, "body", components),
            ...(example ? { example } : {}),
          },
        }
      : {}),
    ...(contract.multipart
      ? { "multipart/form-data": { schema: formSchema(contract.multipart, components, contract.severalFiles) } }
      : {}),
  };
  return Object.keys(content).length > 0 ? { requestBody: { required: true, content } } : {};
}

/** The schema of a form with the part `file`. A form with an id is a component: it allows no other fields. */
function formSchema(multipart: z.ZodObject, components: Map<string, Json>, several = false): Json {
  const fields = jsonSchema(multipart, "body", components);
  const id = typeof fields.$ref === "string" ? fields.$ref.slice(ref("schemas", "").$ref.length) : undefined;
  const { properties, required, ...rest } = (id ? components.get(id)! : fields) as {
    properties?: Json;
    required?: string[];
  };
  const form = {
    ...rest,
    properties: {
      ...(several
        ? {
            file: { type: "array", items: BINARY, maxItems: 1_000, description: "Files; the name of each is its path" },
            archive: { ...BINARY, description: "A ZIP of the files, instead of `file`" },
          }
        : { file: { ...BINARY, description: "The document" } }),
      ...properties,
    },
    required: [...(several ? [] : ["file"]), ...(required ?? []).filter((name) => name !== "file")],
  };
  if (!id) return form;
  components.set(id, form);
  return ref("schemas", id);
}

const BINARY = { type: "string", contentMediaType: "application/octet-stream" };
const EVENT_STREAM = "text/event-stream";

/** Errors that every route for keys may return. */
const ALWAYS: readonly ErrorCode[] = ["invalid_request", "internal_error", "overloaded"];
const WITH_KEY: readonly ErrorCode[] = ["unauthorized", "forbidden", "rate_limit_exceeded"];

function responses(contract: Documented, names: readonly string[], components: Map<string, Json>): Json {
  const found: Json = {};
  const success = contract.status ?? (contract.response || contract.produces ? 200 : 204);
  const answer = (status: number, description: string): Json => ({
    description,
    headers: answerHeaders(contract, status),
    ...content(contract, status, components),
  });
  found[success] = answer(success, "Success");
  for (const [status, meaning] of Object.entries(contract.alsoStatus ?? {}))
    found[status] = answer(Number(status), meaning);
  if (contract.etag)
    found[304] = {
      description: "The client's version is still current",
      headers: headersOf([...limitHeaders(contract), "ETag"]),
    };
  const hasId = names.some((name) => !PARAM_DESCRIPTIONS[name]);
  const codes = new Set<ErrorCode>([
    ...ALWAYS,
    ...(contract.access === "public" ? [] : WITH_KEY),
    ...(contract.body || contract.multipart ? (["unsupported_media_type", "too_large"] as const) : []),
    ...(contract.idempotent ? (["conflict", "idempotency_key_reused"] as const) : []),
    ...(contract.ifMatch ? (["precondition_failed"] as const) : []),
    ...(hasId ? (["not_found"] as const) : []),
    ...(contract.errors ?? []),
  ]);
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    if (!codes.has(code)) continue;
    const { status, meaning } = ERRORS[code];
    const known = found[status] as { description: string } | undefined;
    if (contract.alsoStatus?.[status]) continue;
    found[status] = {
      description: known ? `${known.description} · \`${code}\`: ${meaning}` : `\`${code}\`: ${meaning}`,
      headers: headersOf([
        "X-Request-Id",
        ...(status === 401 ? (["WWW-Authenticate"] as const) : limitHeaders(contract)),
        ...(status === 429 || status === 503 || status === 409 ? (["Retry-After"] as const) : []),
      ]),
      content: { "application/json": { schema: ref("schemas", "Error") } },
    };
  }
  return found;
}

function content(contract: Documented, status: number, components: Map<string, Json>): Json {
  const media: Json = {};
  const bytes =
    contract.produces ?? (contract.waits === true && status === 200 ? "application/octet-stream" : undefined);
  if (contract.response) {
    const example = contract.examples?.response;
    media["application/json"] = {
      schema: jsonSchema(contract.response, "output", components),
      ...(example ? { example } : {}),
    };
  }
  if (bytes) media[bytes] = { schema: { type: "string", contentMediaType: bytes } };
  return Object.keys(media).length > 0 ? { content: media } : {};
}

function answerHeaders(contract: Documented, status: number): Json {
  const isPaged = contract.query !== undefined && "cursor" in contract.query.shape;
  return headersOf([
    "X-Request-Id",
    ...limitHeaders(contract),
    ...(contract.etag ? (["ETag"] as const) : []),
    ...(isPaged ? (["Link"] as const) : []),
    ...(contract.idempotent ? (["Idempotent-Replayed"] as const) : []),
    ...(isDownload(contract) ? (["Content-Disposition"] as const) : []),
    ...(contract.sends ?? []),
    ...(status === 503 ? (["Retry-After"] as const) : []),
  ]);
}

function isDownload({ produces, waits }: Documented): boolean {
  return produces ? produces !== EVENT_STREAM : waits === true;
}

function limitHeaders(contract: Documented): readonly HeaderName[] {
  return contract.access === "public"
    ? []
    : ["RateLimit", "RateLimit-Policy", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];
}

function headersOf(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, ref("headers", name)]));
}

const header = (description: string, type = "string"): Json => ({ description, schema: { type } });

const HEADERS = {
  "X-Request-Id": header("ID of this request in the server's logs; an ID sent by the client is kept"),
  RateLimit: header('What is left: `"account";r=73;t=1893`'),
  "RateLimit-Policy": header('The limits: `"account";q=100;w=3600`'),
  "X-RateLimit-Limit": header("Requests per hour of the limit that has the fewest requests left", "integer"),
  "X-RateLimit-Remaining": header("Requests left in that limit", "integer"),
  "X-RateLimit-Reset": header("When the oldest counted request leaves the hour, in Unix seconds", "integer"),
  "Retry-After": header("Seconds to wait before the next request", "integer"),
  "WWW-Authenticate": header('`Bearer`, with `error="invalid_token"` if a key was sent'),
  ETag: header("Version of the response, for `If-None-Match` and `If-Match`"),
  Link: header('Address of the next page, with `rel="next"`; absent on the last one'),
  Location: header("Address of the new resource, or of the job that creates it"),
  "Idempotent-Replayed": header("`true`: repeats the first response to this idempotency key"),
  "Content-Disposition": header("`attachment` with the file's name, also as `filename*`"),
} as const satisfies Json;

type HeaderName = keyof typeof HEADERS;

function ref(kind: "schemas" | "headers", name: string): { readonly $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}

/**
 * JSON Schema of a zod schema. Schemas with an id become components. In bodies, a default is part of the description
 * instead of `default`: client generators would treat a property with `default` as required.
 */
function jsonSchema(schema: z.ZodType, use: "input" | "body" | "output", components: Map<string, Json>): Json {
  const {
    $defs,
    $schema: _,
    ...own
  } = z.toJSONSchema(schema, {
    io: use === "output" ? "output" : "input",
    target: "draft-2020-12",
    unrepresentable: "any",
    ...(use === "body" ? { override: ({ jsonSchema }) => describeDefault(jsonSchema as Json) } : {}),
  }) as Json & { $defs?: Record<string, Json> };
  for (const [name, definition] of Object.entries($defs ?? {})) components.set(name, rewrite(definition) as Json);
  const { id, ...plain } = rewrite(own) as Json & { id?: string };
  if (!id) return plain;
  components.set(id, plain);
  return ref("schemas", id);
}

function describeDefault(schema: Json): void {
  if (!("default" in schema)) return;
  const words = `Default: \`${typeof schema.default === "string" ? schema.default : JSON.stringify(schema.default)}\`.`;
  schema.description = schema.description ? `${String(schema.description).replace(/\.$/, "")}. ${words}` : words;
  delete schema.default;
}

/** Points `#/$defs/X` to the components, and removes the ids that zod leaves in definitions. */
function rewrite(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(rewrite);
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) =>
      key === "$ref" && typeof value === "string"
        ? [key, value.replace("#/$defs/", "#/components/schemas/")]
        : [key, rewrite(value)],
    ),
  );
}
