import type { Placeholder } from "./placeholders";

/** Syntax of a placeholder, as far as checks distinguish it. `name`: `%(name)s`, `%{name}`, `$name`, `:name`, `%1` of Qt. */
export type Syntax = "printf" | "brace" | "icu" | "mustache" | "tag" | "url" | "email" | "flagged" | "name";

/** Syntax of a placeholder found by `findPlaceholders`. */
export function syntaxOf({ text, kind, is }: Placeholder): Syntax {
  if (is === "named") return "flagged";
  if (kind !== "value") return "tag";
  if (text[0] === "%") return isPrintf(text) ? "printf" : "name";
  if (text.startsWith("{{")) return "mustache";
  if (text[0] === "{") return text[1] === "%" ? "name" : text.includes(",") ? "icu" : "brace";
  if (text[0] === "<") return /^<[%?]/.test(text) ? "name" : "tag";
  if (/^[$#&:@]/.test(text)) return "name";
  return text.includes("@") && !text.includes("/") ? "email" : "url";
}

/** False for `%B` of strftime and `%1` of Qt. */
function isPrintf(text: string): boolean {
  if (text === "%%" || /^%[sdiufxXcpgeoaq@]$/.test(text)) return true;
  return !/^%(?:[({<]|.*%$|L?\d{1,2}$|[A-Za-z]$)/s.test(text);
}

/** True if a placeholder identifies its value by name or number, so that it can be moved and repeated. */
export function isNamed(text: string, syntax: Syntax): boolean {
  if (syntax === "printf") return /^%(?:\d+\$|[^a-z]*\[)/.test(text) || text === "%%";
  return syntax !== "tag" && text !== "{}";
}
