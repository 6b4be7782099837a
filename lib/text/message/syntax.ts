import type { Placeholder } from "./placeholders";

/** Syntax of a placeholder, named after its usual origin. */
export type Syntax =
  | "printf" // %s %1$d
  | "python" // %(name)s
  | "percent_name" // %{name} %name% %<name>d
  | "percent_letter" // %B of strftime, %1 of Qt
  | "brace" // {name} {0}
  | "icu" // {n, plural, …}
  | "mustache" // {{name}}
  | "template" // {% if %} <%= %> ${…} #{…} $t(…)
  | "dollar" // $name $NAME$
  | "colon" // :name
  | "shortcode" // :smile:
  | "mention" // @name
  | "entity" // &nbsp;
  | "tag"
  | "url"
  | "email"
  | "flagged"; // defined by the segment's flags

/** Syntax of a placeholder found by `findPlaceholders`. */
export function syntaxOf({ text, kind, is }: Placeholder): Syntax {
  if (is === "named") return "flagged";
  if (kind !== "value") return "tag";
  switch (text[0]) {
    case "%":
      return percentSyntax(text);
    case "{":
      if (text.startsWith("{{")) return "mustache";
      if (text.startsWith("{%")) return "template";
      return text.includes(",") ? "icu" : "brace";
    case "$":
      return text[1] === "{" || text.startsWith("$t(") ? "template" : "dollar";
    case "#":
      return "template";
    case "&":
      return "entity";
    case "<":
      return text[1] === "%" || text[1] === "?" ? "template" : "tag";
    case ":":
      return text.endsWith(":") ? "shortcode" : "colon";
    case "@":
      return "mention";
    default:
      return text.includes("@") && !text.includes("/") ? "email" : "url";
  }
}

function percentSyntax(text: string): Syntax {
  if (text[1] === "(") return "python";
  if (/^%(?:[{<]|.*%$)/s.test(text)) return text === "%%" ? "printf" : "percent_name";
  return /^%(?:L?\d{1,2}|[A-Za-z])$/.test(text) && !/^%[sdiufxXcpgeoa@]$/.test(text) ? "percent_letter" : "printf";
}

/** True if a placeholder identifies its value by name or number, so that it can be moved and repeated. */
export function isNamed(text: string, syntax: Syntax): boolean {
  if (syntax === "printf") return /^%\d+\$/.test(text) || text === "%%";
  return syntax !== "tag" && text !== "{}";
}

/** Never written by accident, so these are placeholders in any kind of document. */
const ANYWHERE: readonly Syntax[] = ["printf", "python", "percent_name", "brace", "icu", "mustache", "template"];
const SOFTWARE: readonly Syntax[] = [...ANYWHERE, "percent_letter", "dollar", "colon", "shortcode", "mention"];

/** Syntaxes by format. Formats that are not listed contain prose, in which `:word` or `@name` is text. */
const SYNTAXES: Readonly<Record<string, readonly Syntax[]>> = {
  po: [...ANYWHERE, "percent_letter"],
  json: SOFTWARE,
  yaml: SOFTWARE,
  xliff1: SOFTWARE,
  xliff2: SOFTWARE,
  csv: SOFTWARE,
  tsv: SOFTWARE,
  android: ["printf", "brace", "mustache", "percent_letter", "icu"],
  strings: ["printf", "brace", "mustache", "icu"],
  xcstrings: ["printf", "brace", "mustache", "icu"],
  arb: ["brace", "icu"],
  properties: ["printf", "brace", "icu", "template"],
  resx: ["printf", "brace", "template"],
};

/** The placeholder syntaxes of a format; all if the format is unknown. */
export function syntaxesOf(format: string | undefined): readonly Syntax[] {
  return [...(format === undefined ? SOFTWARE : (SYNTAXES[format] ?? ANYWHERE)), "flagged"];
}
