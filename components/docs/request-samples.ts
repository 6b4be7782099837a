type Request = {
  readonly method: string;
  /** The address with the parameters of its path in braces. */
  readonly url: string;
  /** Media type of the body; null: none. */
  readonly mediaType: string | null;
  /** The body as JSON, or the names of a form's fields. */
  readonly example: string;
  readonly fields: readonly string[];
};

/** A request in several languages: name and code. The key is a variable, so that no secret ends up in a file. */
export function operationSamples(request: Request): readonly (readonly [name: string, code: string])[] {
  return [
    ["curl", curl(request)],
    ["JavaScript", javaScript(request)],
    ["Python", python(request)],
  ];
}

const FORM = "multipart/form-data";

function curl({ method, url, mediaType, example, fields }: Request): string {
  const isForm = mediaType === FORM;
  const quoted = indent(example).replaceAll("'", "'\\''");
  const lines = [
    // POST is curl's own choice for a body.
    `curl ${method === "GET" || (method === "POST" && mediaType) ? "" : `-X ${method} `}"${url}"`,
    `-H "Authorization: Bearer $DRAGOMAN_KEY"`,
    ...(isForm ? [...fields.map((field) => `-F ${field}=…`), "-F file=@document.docx"] : []),
    ...(mediaType && !isForm ? [`-H "Content-Type: ${mediaType}"`, `-d '${quoted}'`] : []),
  ];
  return lines.join(" \\\n  ");
}

function javaScript({ method, url, mediaType, example, fields }: Request): string {
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
    `    Authorization: \`Bearer \${process.env.DRAGOMAN_KEY}\`,`,
    ...(mediaType && !isForm ? [`    "Content-Type": ${JSON.stringify(mediaType)},`] : []),
    `  },`,
    ...(isForm ? [`  body: form,`] : mediaType ? [`  body: JSON.stringify(${indent(example)}),`] : []),
    `});`,
  ].join("\n");
}

function python({ method, url, mediaType, example, fields }: Request): string {
  const isForm = mediaType === FORM;
  const data = `{${fields.map((field) => `${JSON.stringify(field)}: "…"`).join(", ")}}`;
  return [
    `import os, requests`,
    ``,
    `response = requests.${method.toLowerCase()}(`,
    `    ${JSON.stringify(url)},`,
    `    headers={"Authorization": f"Bearer {os.environ['DRAGOMAN_KEY']}"},`,
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
