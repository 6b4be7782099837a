/** The parts of JSON Schema that the bodies in the document use. */
export type BodySchema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly minProperties?: number;
  readonly items?: BodySchema;
  readonly properties?: Readonly<Record<string, BodySchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: BodySchema | boolean;
  readonly anyOf?: readonly BodySchema[];
  readonly oneOf?: readonly BodySchema[];
  readonly not?: BodySchema;
};
type Components = Readonly<Record<string, BodySchema>>;

/** A value for the field at a path, such as `segments.key`; undefined to derive it from the schema. */
export type Fill = (path: string) => unknown;

/**
 * Example bodies that a schema allows, by name: only the required fields; the required and one optional field, in each
 * form of that field; and all fields that are allowed together.
 */
export function bodyExamples(
  given: BodySchema,
  components: Components,
  fill: Fill,
): Record<string, Record<string, unknown>> {
  const derive = new Derivation(components, fill);
  const schema = derive.resolve(given);
  const examples: Record<string, Record<string, unknown>> = {};
  for (const choice of choicesOf(schema)) {
    const suffix = choice.required.length > 0 ? `, with ${choice.required.join(" and ")}` : "";
    const least = derive.object(schema, "", choice, false);
    if (Object.keys(least).length >= (schema.minProperties ?? 0)) examples[`required fields${suffix}`] = least;
    for (const [field, one] of Object.entries(schema.properties ?? {})) {
      if (choice.excluded.includes(field)) continue;
      const forms = derive.forms(one);
      for (const [i, form] of forms.entries()) {
        const name = `${field}${forms.length > 1 ? ` (${i + 1})` : ""}${suffix}`;
        examples[name] = { ...least, [field]: derive.value(form, field, true) };
      }
    }
    examples[`all fields${suffix}`] = derive.object(schema, "", choice, true);
  }
  return examples;
}

/** The fields that an alternative of an object requires, and those that only the other alternatives have. */
type Choice = { readonly required: readonly string[]; readonly excluded: readonly string[] };

function choicesOf({ properties, oneOf = [], not }: BodySchema): readonly Choice[] {
  const [first, ...more] = properties ? oneOf : [];
  const together = not?.required?.slice(1) ?? [];
  if (!first) return [{ required: [], excluded: together }];
  const lists = [first, ...more].map(({ required = [] }) => required);
  return lists.map((required) => ({
    required,
    excluded: [...together, ...lists.flat().filter((name) => !required.includes(name))],
  }));
}

class Derivation {
  constructor(
    private readonly components: Components,
    private readonly fill: Fill,
  ) {}

  resolve(schema: BodySchema): BodySchema {
    return schema.$ref ? this.components[schema.$ref.split("/").at(-1)!]! : schema;
  }

  /** The alternatives of a value. */
  forms(given: BodySchema): readonly BodySchema[] {
    const schema = this.resolve(given);
    if (typeof schema.type === "object") return schema.type.map((type) => ({ ...schema, type }));
    return schema.properties ? [schema] : (schema.oneOf ?? schema.anyOf ?? [schema]);
  }

  /** @param all true to include all fields of objects, false for only the required ones */
  value(given: BodySchema, path: string, all: boolean): unknown {
    const schema = this.resolve(given);
    if (schema.const !== undefined) return schema.const;
    if (schema.type === "null") return null;
    const [form] = this.forms(schema);
    if (form && form !== schema) return this.value(form, path, all);
    if (schema.format === "date-time") return "2030-05-04T09:00:00Z";
    const filled = this.fill(path);
    if (filled !== undefined && isOfType(filled, schema)) return filled;
    if (schema.enum) return schema.enum[0];
    if (schema.type === "object") return this.object(schema, path, choicesOf(schema)[0]!, all);
    if (schema.type === "array")
      return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => this.value(schema.items ?? {}, path, all));
    if (schema.type === "boolean") return true;
    if (schema.type === "integer" || schema.type === "number") return schema.minimum ?? 1;
    return "example".padEnd(schema.minLength ?? 0, "s");
  }

  object(schema: BodySchema, path: string, { required, excluded }: Choice, all: boolean): Record<string, unknown> {
    const below = (name: string) => (path ? `${path}.${name}` : name);
    if (!schema.properties && typeof schema.additionalProperties === "object") {
      const name = String(this.fill(below("*")) ?? "example");
      return { [name]: this.value(schema.additionalProperties, below(name), all) };
    }
    const wanted = new Set([...(schema.required ?? []), ...required]);
    const fields = Object.entries(schema.properties ?? {}).filter(
      ([name]) => wanted.has(name) || (all && !excluded.includes(name)),
    );
    return Object.fromEntries(fields.map(([name, one]) => [name, this.value(one, below(name), all)]));
  }
}

function isOfType(value: unknown, { type, items }: BodySchema): boolean {
  if (type === "array") return Array.isArray(value) && (!items?.type || value.every((one) => isOfType(one, items)));
  if (Array.isArray(value)) return type === undefined;
  return type === undefined || typeof value === (type === "integer" ? "number" : type);
}
