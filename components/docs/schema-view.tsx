import { Facts } from "@/components/ui/facts";
import type { JsonSchema } from "@/lib/schemas/api-document";

type SchemaViewProps = {
  readonly schema: JsonSchema;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** The translated word for "required". */
  readonly required: string;
  readonly depth?: number;
};

/** Enough for every schema of the API. Protects against recursive schemas. */
const DEEPEST = 5;

/** The fields of a JSON Schema, with nested objects collapsed. */
export function SchemaView({ schema, schemas, required, depth = 0 }: SchemaViewProps) {
  const resolved = resolve(schema, schemas);
  const fields = Object.entries(resolved.properties ?? {});
  if (fields.length === 0 || depth >= DEEPEST) return <p className="font-mono text-sm">{typeOf(resolved)}</p>;
  return (
    <ul className="flex flex-col gap-2 border-s border-line ps-3 text-sm">
      {fields.map(([name, field]) => {
        const inner = resolve(field, schemas);
        const nested = objectOf(inner, schemas);
        return (
          <li key={name} className="flex flex-col gap-0.5">
            <span className="flex flex-wrap items-baseline gap-2">
              <code className="font-mono text-ink">{name}</code>
              <Facts
                className="text-xs text-muted"
                facts={[
                  typeOf(inner),
                  ...(resolved.required?.includes(name) ? [required] : []),
                  ...(inner.default === undefined ? [] : [JSON.stringify(inner.default)]),
                ]}
              />
            </span>
            {field.description || inner.description ? (
              <span className="text-muted">{(field.description ?? inner.description ?? "").replaceAll("`", "")}</span>
            ) : null}
            {inner.enum ? <Facts className="font-mono text-xs text-muted" facts={inner.enum.map(String)} /> : null}
            {nested ? (
              <details>
                <summary className="cursor-pointer py-1 text-xs text-muted">{"{ … }"}</summary>
                <SchemaView schema={nested} schemas={schemas} required={required} depth={depth + 1} />
              </details>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

/** The type in short: `string`, `array of object`, `integer | null`. */
export function typeOf(schema: JsonSchema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(" | ");
  if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "object";
  if (schema.type === "array") return `array of ${schema.items ? typeOf(schema.items) : "any"}`;
  return Array.isArray(schema.type)
    ? schema.type.join(" | ")
    : ((schema.type as string | undefined) ?? (schema.enum ? "string" : "any"));
}

function resolve(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const name = schema.$ref?.split("/").at(-1);
  return name ? (schemas[name] ?? schema) : schema;
}

/** The object schema of a field: its type, its items' type, or nullable. */
function objectOf(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): JsonSchema | null {
  if (schema.properties) return schema;
  const inside = [schema.items, ...(schema.anyOf ?? [])].filter((one) => one !== undefined);
  return inside.map((one) => objectOf(resolve(one, schemas), schemas)).find((one) => one !== null) ?? null;
}
