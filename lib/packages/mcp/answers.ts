import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { isDragomanError } from "@/lib/packages/sdk/sdk";

export type Shape = Readonly<Record<string, z.ZodType>>;
type Data = Readonly<Record<string, unknown>>;

/** The result of a tool: the few fields of an API response that an assistant needs. */
export type Output = {
  readonly shape: Shape;
  /** Field that contains the items or the object whose `fields` are returned. */
  readonly of?: string;
  /** Content for clients and models that do not read JSON. If absent, {@link asText} converts the response. */
  readonly content?: (data: never) => CallToolResult["content"];
};

/** An object with its usual fields; others are returned on request. */
export const object = (shape: Shape) => z.looseObject(shape).partial();
export const list = (shape: Shape) => z.array(object(shape));
export const text = (content: string) => ({ type: "text" as const, text: content });

/**
 * A response in both forms: JSON for programs, and a shorter text with the same values for models. API errors are
 * returned as results that the assistant can read.
 */
export async function answerOf(
  running: PromiseLike<unknown>,
  { shape, of, content }: Output,
  fields: readonly string[] | undefined,
): Promise<CallToolResult> {
  try {
    const data = (await running) as Data;
    const answer = small(data, object(shape)) as Data;
    const structuredContent = of && fields ? { ...answer, [of]: pick(data[of], fields) } : answer;
    return { content: content?.(data as never) ?? [text(asText(structuredContent))], structuredContent };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const known = isDragomanError(error) && "details" in error ? { code: error.code, details: error.details } : {};
    return { isError: true, content: [text(JSON.stringify({ message, ...known }))] };
  }
}

/** Keeps the fields that the schema names, at every depth; keeps all fields of an object for which it names none. */
function small(value: unknown, schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return small(value, schema.unwrap());
  if (schema instanceof z.ZodArray && Array.isArray(value)) return value.map((one) => small(one, schema.element));
  if (typeof value !== "object" || value === null) return value;
  const named =
    schema instanceof z.ZodRecord ? Object.keys(value) : schema instanceof z.ZodObject ? schema.shape : null;
  if (named === null || Object.keys(named).length === 0) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => schema instanceof z.ZodRecord || Object.hasOwn(named, name))
      .map(([name, one]) => [
        name,
        small(one, schema instanceof z.ZodRecord ? schema.valueType : (schema as z.ZodObject).shape[name]),
      ]),
  );
}

/** Keeps the chosen fields of an object, or of each item. Throws if none of them exists. */
function pick(value: unknown, fields: readonly string[]): unknown {
  const items = (Array.isArray(value) ? value : [value]) as Data[];
  const unknown = fields.filter((field) => !items.some((item) => Object.hasOwn(item, field)));
  if (items.length > 0 && unknown.length > 0)
    throw new Error(`No result has the field ${unknown.join(", ")}. Fields: ${Object.keys(items[0]!).join(", ")}.`);
  const picked = items.map((item) => Object.fromEntries(fields.map((field) => [field, item[field]])));
  return Array.isArray(value) ? picked : picked[0];
}

/** One `name: value` per line. Lists of objects become tables with each field's name once. Omits empty values. */
function asText(data: Data): string {
  const lines = Object.entries(data).flatMap(([name, value]) => {
    if (!Array.isArray(value) || value.length === 0 || !value.every((one) => typeof one === "object" && one !== null))
      return isEmpty(value) ? [] : [`${name}: ${cell(value)}`];
    const rows = value.map((one) => flat(one as Data));
    const columns = [...new Set(rows.flatMap(Object.keys))];
    return [`${name}: ${columns.join(" | ")}`, ...rows.map((row) => columns.map((one) => cell(row[one])).join(" | "))];
  });
  return lines.join("\n") || "No results.";
}

/** Converts nested objects to fields such as `outer.inner`. */
function flat(data: Data): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]): [string, unknown][] =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.entries(flat(value as Data)).map(([inner, one]) => [`${name}.${inner}`, one])
        : isEmpty(value)
          ? []
          : [[name, value]],
    ),
  );
}

const isEmpty = (value: unknown) => value === null || value === "" || (Array.isArray(value) && value.length === 0);

function cell(value: unknown): string {
  if (value === undefined) return "";
  if (Array.isArray(value) && value.every((one) => typeof one === "string" && !/[,\n]/.test(one)))
    return value.join(",");
  // A line break or a vertical bar in a text would end its cell, so such texts are quoted.
  return typeof value === "string" && !/[\n\r|]/.test(value) ? value : JSON.stringify(value);
}
