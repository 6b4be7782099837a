import { bodyOf, type TranslationRequest } from "@/lib/client/translation-request";

export type SnippetLanguage = "curl" | "javascript" | "python";

/** Placeholder of the key in examples: a variable, so that no secret ends up in a file or shell history. */
export const KEY_VARIABLE = "DRAGOMAN_KEY";

/** The request as code, ready to paste, safely quoted. */
export function requestSnippet(language: SnippetLanguage, origin: string, request: TranslationRequest): string {
  const { source, format, ...rest } = bodyOf(request);
  const body = {
    ...rest,
    ...(source === "auto" ? {} : { source }),
    ...(format === "text" ? {} : { format }),
  };
  return WRITERS[language](`${origin}/v1/translate`, body);
}

type Body = Readonly<Record<string, string | boolean>>;

const WRITERS: Readonly<Record<SnippetLanguage, (url: string, body: Body) => string>> = {
  curl: (url, body) =>
    [
      `curl ${url} \\`,
      `  -H "Authorization: Bearer $${KEY_VARIABLE}" \\`,
      `  -H "Content-Type: application/json" \\`,
      `  -d ${shellQuote(JSON.stringify(body))}`,
    ].join("\n"),

  javascript: (url, body) =>
    [
      `const response = await fetch(${JSON.stringify(url)}, {`,
      `  method: "POST",`,
      `  headers: {`,
      `    Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,`,
      `    "Content-Type": "application/json",`,
      `  },`,
      `  body: JSON.stringify(${indent(objectLiteral(body))}),`,
      `});`,
      `const { translation } = await response.json();`,
      `console.log(translation);`,
    ].join("\n"),

  python: (url, body) =>
    [
      `import os`,
      `import requests`,
      ``,
      `response = requests.post(`,
      `    ${JSON.stringify(url)},`,
      `    headers={"Authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}"},`,
      `    json={`,
      ...Object.entries(body).map(([name, value]) => `        ${JSON.stringify(name)}: ${pythonValue(value)},`),
      `    },`,
      `)`,
      `response.raise_for_status()`,
      `print(response.json()["translation"])`,
    ].join("\n"),
};

/** In single quotes a POSIX shell interprets nothing except the quote itself. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function objectLiteral(body: Body): string {
  const lines = Object.entries(body).map(([name, value]) => `  ${name}: ${scriptValue(value)},`);
  return `{\n${lines.join("\n")}\n}`;
}

function indent(text: string): string {
  return text.replaceAll("\n", "\n  ");
}

/**
 * JSON strings are valid in JavaScript and Python; the two line separators are escaped, because editors treat them as
 * line ends.
 */
function scriptValue(value: string | boolean): string {
  return JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

function pythonValue(value: string | boolean): string {
  return typeof value === "string" ? scriptValue(value) : value ? "True" : "False";
}
