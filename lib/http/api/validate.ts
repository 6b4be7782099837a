import { distance } from "fastest-levenshtein";
import { z } from "zod";
import { AppError, FIELD_ERROR_CODES, type FieldError, invalidRequest } from "@/lib/base/errors";
import { API_KEY_PATTERN } from "@/lib/identity/auth/api-key";

/**
 * Parses a value by its schema, or throws 400 with all errors. An error in one item of a comma-separated query
 * parameter is reported for the parameter.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  part: "body" | "query" = "body",
): z.output<Schema> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issues =
    part === "body"
      ? parsed.error.issues
      : parsed.error.issues.map((issue) => ({ ...issue, path: issue.path.slice(0, 1) }));
  throw invalidRequest(issues.flatMap((issue) => fieldErrors(issue, schema)));
}

/** Collects the errors of several checks of one request, to report them together. */
export class Faults {
  readonly #found: FieldError[] = [];

  /** Ignored if the field, or an object that contains it, already has an error. */
  add(fault: FieldError): void {
    const isTold = this.#found.some(({ path }) => fault.path === path || fault.path.startsWith(`${path}.`));
    if (!isTold) this.#found.push(fault);
  }

  get any(): boolean {
    return this.#found.length > 0;
  }

  /** The result of a check. If the check throws 400, adds its errors and returns undefined. */
  of<Checked>(check: () => Checked): Checked | undefined {
    try {
      return check();
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.code !== "invalid_request") throw thrown;
      this.#found.push(...(thrown.details.errors as FieldError[]));
      return undefined;
    }
  }

  /** Throws 400 with all collected errors, if any. */
  refuse(): void {
    if (this.any) throw invalidRequest(this.#found);
  }
}

type Issue = z.core.$ZodIssue;

/** Names of formats for messages. */
const FORMS: Readonly<Record<string, string>> = {
  datetime: "must be a time with its offset, such as 2027-03-01T17:00:00Z.",
  date: "must be a day, such as 2027-03-01.",
};

function fieldErrors(issue: Issue, schema: z.ZodType): FieldError[] {
  const path = issue.path.join(".");
  const at = path === "" ? "The body" : `The field ${path}`;
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => {
        const value = (issue.input as Readonly<Record<string, unknown>> | undefined)?.[key];
        const shown = shownName(key);
        return unknownField(path ? `${path}.${shown}` : shown, key, value, fieldNames(schema, issue.path));
      });
    case "invalid_type":
      return [wrongType(path, at, issue.input, issue.expected)];
    case "too_small":
      return [
        issue.minimum === 1 && (issue.origin === "string" || issue.origin === "array")
          ? { path, code: "empty", message: `${at} must not be empty.` }
          : {
              path,
              code: "range",
              message: `${at} must have ${amount(issue.origin, "at least", issue.minimum)}.`,
              ...bound(issue, "minimum", issue.minimum),
            },
      ];
    case "too_big":
      return [
        {
          path,
          code: "range",
          message: `${at} must have ${amount(issue.origin, "at most", issue.maximum)}.`,
          ...bound(issue, "maximum", issue.maximum),
        },
      ];
    case "invalid_value":
      if (typeof issue.input !== typeof issue.values[0])
        return [wrongType(path, at, issue.input, typeof issue.values[0])];
      return [{ path, code: "format", message: `${at} must be one of: ${issue.values.join(", ")}.` }];
    case "custom":
      return [{ path, ...customFault(issue, at) }];
    case "invalid_union":
      return (
        ofTheSameKind(issue)?.flatMap((one) => fieldErrors({ ...one, path: [...issue.path, ...one.path] }, schema)) ?? [
          issue.input === undefined
            ? wrongType(path, at, undefined, "")
            : { path, code: "type", message: `${at} has the wrong type.` },
        ]
      );
    case "invalid_format":
      return [{ path, code: "format", message: `${at} ${FORMS[issue.format] ?? "is not in the expected form."}` }];
    default:
      return [{ path, code: "format", message: `${at} has an invalid format.` }];
  }
}

/**
 * The errors of the only union member that accepts this type of value: for a word, those of the word's schema if the
 * union allows a word or a list.
 */
function ofTheSameKind({ errors }: Issue & { code: "invalid_union" }): Issue[] | undefined {
  const isOther = (one: Issue) =>
    one.path.length === 0 &&
    (one.code === "invalid_type" || (one.code === "invalid_value" && typeof one.input !== typeof one.values[0]));
  const [fitting, ...more] = errors.filter((choice) => !choice.some(isOther));
  return more.length === 0 ? fitting : undefined;
}

function wrongType(path: string, at: string, input: unknown, expected: string): FieldError {
  return input === undefined
    ? { path, code: "required", message: `${at} is required.` }
    : { path, code: "type", message: `${at} must be ${article(expected)}.` };
}

/** The error that a schema reports with `ctx.addIssue({ code: "custom", message, params: { code, … } })`. */
function customFault(issue: Issue & { code: "custom" }, at: string): Omit<FieldError, "path"> {
  const { code, ...rest } = (issue.params ?? {}) as { code?: FieldError["code"] };
  const known = code && FIELD_ERROR_CODES.includes(code) ? code : "format";
  return { ...rest, code: known, message: issue.message || `${at} has an invalid format.` };
}

function unknownField(path: string, key: string, value: unknown, known: readonly string[]): FieldError {
  const isApiKey = [key, value].some((one) => typeof one === "string" && API_KEY_PATTERN.test(one));
  if (isApiKey || /^((api|auth)[-_]?key|access[-_]?token|authorization)$/i.test(key))
    return { path, code: "unknown_field", message: "Send the key in the Authorization header, never in the body." };
  const near = nearest(key, known) ?? calledElsewhere(key, known) ?? startingAlike(key, known);
  const name = shownName(key) === key ? ` ${key}` : "";
  const hint = near
    ? `did you mean ${near}?`
    : known.length > 0
      ? `the fields are ${known.join(", ")}.`
      : "see the documentation for the supported fields.";
  return {
    path,
    code: "unknown_field",
    message: `The field${name} is not known: ${hint}`,
    ...(near ? { suggestions: [near] } : {}),
  };
}

/** The field names of the object at a path; for a union of objects, those of all members. */
function fieldNames(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return fieldNames(schema.unwrap(), path);
  if (schema instanceof z.ZodPipe) return fieldNames(schema.in, path);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => fieldNames(option, path));
  const [first, ...rest] = path;
  if (schema instanceof z.ZodArray) return fieldNames(schema.element, rest);
  if (!(schema instanceof z.ZodObject)) return [];
  if (first === undefined) return Object.keys(schema.shape);
  const inner: z.core.$ZodType | undefined = schema.shape[String(first)];
  return inner ? fieldNames(inner, rest) : [];
}

/** The known name within two edits of a word; null without one. */
function nearest(word: string, known: readonly string[]): string | null {
  const ranked = known.map((name) => ({ name, edits: distance(word.toLowerCase().slice(0, 64), name.toLowerCase()) }));
  const best = ranked.sort((a, b) => a.edits - b.edits)[0];
  return best && best.edits <= Math.max(1, Math.floor(best.name.length / 3)) ? best.name : null;
}

/** Field names of other translation services that do not resemble the equivalent field of ours. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  q: ["text", "texts"],
  from: ["source", "sourceLanguage"],
  to: ["target", "targetLanguages"],
  tag_handling: ["format"],
  page_size: ["limit"],
  per_page: ["limit"],
};

function calledElsewhere(word: string, known: readonly string[]): string | null {
  const ours = Object.hasOwn(ELSEWHERE, word) ? ELSEWHERE[word]! : [];
  return ours.find((name) => known.includes(name)) ?? null;
}

/** The known name that shares the most leading words: `source_lang` suggests `sourceLanguage` or `source`. */
function startingAlike(word: string, known: readonly string[]): string | null {
  const ranked = known.map((name) => ({ name, words: wordsAlike(wordsOf(word), wordsOf(name)) }));
  const best = ranked.sort((a, b) => b.words - a.words)[0];
  return best && best.words > 0 ? best.name : null;
}

/** Number of leading words shared by two names before one ends; 0 if they diverge. */
function wordsAlike(a: readonly string[], b: readonly string[]): number {
  const shared = Math.min(a.length, b.length);
  const isAlike = (_: unknown, i: number) => isBeginning(a[i]!, b[i]!) || isBeginning(b[i]!, a[i]!);
  return Array.from({ length: shared }).every(isAlike) ? shared : 0;
}

/** A word must have three letters to be a prefix. */
function isBeginning(part: string, whole: string): boolean {
  return part.length > 2 && whole.startsWith(part);
}

/** Splits `sourceLang`, `source_lang` and `source-lang` into two words each. */
function wordsOf(name: string): string[] {
  return name
    .slice(0, 64)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

function article(type: string): string {
  const names: Record<string, string> = { int: "whole number", record: "object" };
  const name = names[type] ?? type;
  return `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;
}

/** The inclusive bound that a web form shows in its message; none for exclusive bounds. */
function bound(
  { origin, inclusive }: { origin: string; inclusive?: boolean },
  side: "minimum" | "maximum",
  limit: number | bigint,
): Pick<FieldError, "minimum" | "maximum" | "unit"> {
  if (inclusive === false || origin === "date") return {};
  const unit = origin === "string" ? "characters" : origin === "array" || origin === "set" ? "items" : undefined;
  return { [side]: Number(limit), ...(unit ? { unit } : {}) };
}

function amount(origin: string, bound: string, limit: number | bigint): string {
  if (origin === "string") return `${bound} ${limit} characters`;
  if (origin === "array" || origin === "set") return `${bound} ${limit} items`;
  return `a value of ${bound} ${limit}`;
}

/**
 * A field's name for an error message. The caller chooses names, so a name that may be a text or an API key is replaced
 * by an ellipsis.
 */
export function shownName(name: string): string {
  return /^[\w.[\]-]{1,64}$/.test(name) && !name.includes("dgm_live_") ? name : "…";
}
