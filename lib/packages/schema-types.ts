/** The parts of JSON Schema that determine a value's type. */
export type TypeSchema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly items?: TypeSchema;
  readonly properties?: Readonly<Record<string, TypeSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: TypeSchema | boolean;
  readonly anyOf?: readonly TypeSchema[];
  readonly oneOf?: readonly TypeSchema[];
};
type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: TypeSchema;
};
type Content = Readonly<Record<string, { readonly schema: TypeSchema }>>;
export type Operation = {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
};
export type TypeDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, TypeSchema>> };
};

/** The document without errors and response headers, which the SDK handles in the same way for all operations. */
export function slimDocument({ components: { schemas }, paths }: TypeDocument): TypeDocument {
  const successes = (responses: Operation["responses"]) =>
    Object.entries(responses)
      .filter(([status]) => status.startsWith("2"))
      .map(([status, { content }]) => [status, { description: "Success", ...(content ? { content } : {}) }]);
  const slim = Object.entries(paths).map(([address, methods]) => [
    address,
    Object.fromEntries(
      Object.entries(methods).map(([method, { responses, ...operation }]) => [
        method,
        { ...operation, responses: Object.fromEntries(successes(responses)) },
      ]),
    ),
  ]);
  return { paths: Object.fromEntries(slim), components: { schemas } };
}

/**
 * TypeScript types of our OpenAPI document, in the form of openapi-typescript (`components["schemas"]`, `operations`)
 * as far as the SDK uses it. That generator would need TypeScript 5, which is 23 MB for these few rules.
 */
export function typesFile({ paths, components }: TypeDocument): string {
  const schemas = Object.entries(components.schemas).map(([name, schema]) => field(name, schema, true));
  const operations = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId, parameters, requestBody, responses }) =>
      block(operationId, [
        block("parameters", [...parametersIn("query", parameters), ...parametersIn("path", parameters)]),
        ...(requestBody ? [block("requestBody", contentOf(requestBody.content))] : []),
        block(
          "responses",
          Object.entries(responses).map(([status, { content }]) => block(status, contentOf(content ?? {}))),
        ),
      ]),
    );
  return `// Generated from the OpenAPI document.\nexport interface components {\n${block("schemas", schemas)}\n}\nexport interface operations {\n${operations.join("\n")}\n}\n`;
}

const block = (name: string, lines: readonly string[]) => `${name}: {\n${lines.join("\n")}\n};`;

function parametersIn(place: string, parameters: readonly Parameter[]): string[] {
  const own = parameters.filter((parameter) => parameter.in === place);
  if (own.length === 0) return [];
  const fields = own.map(({ name, required, description, schema = {} }) =>
    field(name, { ...schema, ...(description ? { description } : {}) }, required === true),
  );
  return [block(own.some(({ required }) => required) ? place : `${place}?`, fields)];
}

const contentOf = (content: Content): string[] => [
  block(
    "content",
    Object.entries(content).map(([type, { schema }]) => `${JSON.stringify(type)}: ${typeOf(schema)};`),
  ),
];

function field(name: string, schema: TypeSchema, isRequired: boolean): string {
  const comment = schema.description ? `/** ${schema.description.replaceAll("*/", "*\\/")} */\n` : "";
  const key = /^[\w$]+$/.test(name) ? name : JSON.stringify(name);
  return `${comment}${key}${isRequired ? "" : "?"}: ${typeOf(schema)};`;
}

function typeOf(schema: TypeSchema): string {
  if (schema.$ref) return `components["schemas"]["${schema.$ref.split("/").at(-1)}"]`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  if (schema.properties) return objectOf(schema);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return union(choices.map(typeOf));
  if (typeof schema.type === "object") return union(schema.type.map((type) => typeOf({ ...schema, type })));
  switch (schema.type) {
    case "integer":
    case "number":
      return "number";
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "array":
      return `(${typeOf(schema.items ?? {})})[]`;
    case "object":
      return objectOf(schema);
    default:
      return "unknown";
  }
}

function objectOf({ properties = {}, required = [], additionalProperties: more = false }: TypeSchema): string {
  const fields = Object.entries(properties).map(([name, schema]) => field(name, schema, required.includes(name)));
  if (more !== false) fields.push(`[key: string]: ${more === true ? "unknown" : typeOf(more)};`);
  return fields.length > 0 ? `{\n${fields.join("\n")}\n}` : "Record<string, never>";
}

const union = (types: readonly string[]) => [...new Set(types)].join(" | ");
