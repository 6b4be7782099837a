export type SampledRequest = {
  readonly method: string;
  /** The address with the parameters of its path in braces. */
  readonly url: string;
  /** Media type of the body; null without a body. */
  readonly mediaType: string | null;
  /** The body as JSON, or the names of a form's fields. */
  readonly example: string;
  readonly fields: readonly string[];
};

/** The key in samples: a variable, so that no secret ends up in a file or a shell's history. */
export const KEY_VARIABLE = "DRAGOMAN_KEY";

/** A request in several languages: name and code. */
export function requestSamples(request: SampledRequest): readonly (readonly [name: string, code: string])[] {
  return [
    ["curl", curlSample(request)],
    ["JavaScript", javaScript(request)],
    ["Python", python(request)],
  ];
}

const FORM = "multipart/form-data";

/** A request for a shell, by default with the variable for the key. */
export function curlSample(request: SampledRequest, key = `$${KEY_VARIABLE}`): string {
  const { method, url, mediaType, example, fields } = request;
  const isForm = mediaType === FORM;
  const quoted = indent(example).replaceAll("'", "'\\''");
  const lines = [
    // curl uses POST by default if there is a body.
    `curl ${method === "GET" || (method === "POST" && mediaType) ? "" : `-X ${method} `}"${url}"`,
    `-H "Authorization: Bearer ${key}"`,
    ...(isForm ? [...fields.map((field) => `-F ${field}=…`), "-F file=@document.docx"] : []),
    ...(mediaType && !isForm ? [`-H "Content-Type: ${mediaType}"`, `-d '${quoted}'`] : []),
  ];
  return lines.join(" \\\n  ");
}

function javaScript({ method, url, mediaType, example, fields }: SampledRequest): string {
  const isForm = mediaType === FORM;
  const form = [
    `const form = new FormData();`,
    ...fields.map((field) => `form.set(${JSON.stringify(field)}, "…");`),
    `form.set("file", await openAsBlob("document.docx"), "document.docx"); // node:fs`,
  ];
  return [
    ...(isForm ? form : []),
    `const response = await fetch(${JSON.stringify(url)}, {`,
    ...(method === "GET" ? [] : [`  method: ${JSON.stringify(method)},`]),
    `  headers: {`,
    `    Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,`,
    ...(mediaType && !isForm ? [`    "Content-Type": ${JSON.stringify(mediaType)},`] : []),
    `  },`,
    ...(isForm ? [`  body: form,`] : mediaType ? [`  body: JSON.stringify(${indent(example)}),`] : []),
    `});`,
  ].join("\n");
}

function python({ method, url, mediaType, example, fields }: SampledRequest): string {
  const isForm = mediaType === FORM;
  const data = `{${fields.map((field) => `${JSON.stringify(field)}: "…"`).join(", ")}}`;
  return [
    `import os, requests`,
    ``,
    `response = requests.${method.toLowerCase()}(`,
    `    ${JSON.stringify(url)},`,
    `    headers={"Authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}"},`,
    ...(isForm ? [`    data=${data},`, `    files={"file": open("document.docx", "rb")},`] : []),
    ...(mediaType && !isForm ? [`    json=${inPython(indent(example, 4))},`] : []),
    `)`,
  ].join("\n");
}

function indent(text: string, spaces = 2): string {
  return text.replaceAll("\n", `\n${" ".repeat(spaces)}`);
}

/** JSON differs from Python in three words. */
function inPython(json: string): string {
  const words: Readonly<Record<string, string>> = { true: "True", false: "False", null: "None" };
  return json.replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) => words[token] ?? token);
}
