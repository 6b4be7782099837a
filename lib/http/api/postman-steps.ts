/** A request that creates data which other requests of the collection need, and the variables set from its response. */
type Step = {
  /** Variables, each with the path of its value in the response, such as `segments.0.id`. */
  readonly sets: Readonly<Record<string, string>>;
  readonly method: string;
  /** May contain `{{variables}}`, like the body. */
  readonly path: string;
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Repeats the request until its first variable has this value, or any value if it is empty. */
  readonly until?: string;
};

const BOUNDARY = "dragoman-postman";
const upload = [
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="target"\r\n\r\nes`,
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="source"\r\n\r\nen`,
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="welcome.txt"\r\nContent-Type: text/plain\r\n\r\nThe house is big.`,
  `--${BOUNDARY}--\r\n`,
].join("\r\n");

const create = (sets: string, path: string, body: object | string, headers = {}): Step => ({
  ...{ sets: { [sets]: "id" }, method: "POST", path, body, headers },
});
const twice = (id: string, path: string, body: object | string, headers = {}) =>
  [id, spare(id)].map((name) => create(name, path, body, headers));
const put = (id: string, query: string, content = "Refunds take 2 days.\n"): Step => ({
  ...{
    sets: { [id]: "id" },
    method: "PUT",
    path: `/projects/{{projectId}}/documents?path=${query}`,
    body: { content },
  },
});
const translated = (documentId: string, segmentId: string, revision: string, text: string): Step[] => [
  {
    sets: { [segmentId]: "segments.0.id" },
    ...{ method: "GET", path: `/projects/{{projectId}}/segments?language=es&documentId={{${documentId}}}`, until: "" },
  },
  {
    ...{ sets: { [revision]: "revision" }, method: "PATCH", path: `/segments/{{${segmentId}}}/translations/es` },
    ...{ body: { text, state: "draft" }, headers: { "If-Match": '"0"' } },
  },
];
const PROJECT = { name: "Postman example", sourceLanguage: "en", targetLanguages: ["es", "fr"], workflow: "human" };

/** The variable of a second resource, which a request may delete without breaking the requests that need the first. */
export function spare(variable: string): string {
  return `spare${variable[0]!.toUpperCase()}${variable.slice(1)}`;
}

/** The requests of the setup in order; the first is the request "Set up" itself. */
export const SET_UP: readonly [Step, ...Step[]] = [
  create("projectId", "/projects", PROJECT),
  create("spareProjectId", "/projects", PROJECT),
  put("documentId", "welcome.txt"),
  put("spareDocumentId", "old.txt"),
  // A separate document for the segment, because replacing a document's content removes its segments.
  put("refundsId", "refunds.txt"),
  put("draftId", "returns.txt&branch=draft"),
  put("oldDraftId", "returns.txt&branch=old-draft"),
  ...translated("refundsId", "segmentId", "revision", "Los reembolsos tardan 2 días."),
  // A separate document for the issue, because editing its translation removes the issue.
  put("checkedId", "checked.txt"),
  ...translated("checkedId", "checkedSegmentId", "checkedRevision", "Los reembolsos tardan."),
  create("commentId", "/projects/{{projectId}}/comments", {
    ...{ segmentId: "{{segmentId}}", language: "es", kind: "issue", issueType: "question", body: "Which refunds?" },
  }),
  create("jobId", "/projects/{{projectId}}/qa", {}),
  { sets: { issueId: "issues.0.id" }, method: "GET", path: "/projects/{{projectId}}/qa-issues", until: "" },
  create("exportId", "/projects/{{projectId}}/exports", { languages: ["es"] }),
  { sets: { exportStatus: "status" }, method: "GET", path: "/exports/{{exportId}}", until: "succeeded" },
  ...twice("memoryId", "/translation-memories", { name: "Postman example", sourceLanguage: "en" }),
  ...["house", "tree"].map((word, i) =>
    create(["unitId", "spareUnitId"][i]!, "/translation-memories/{{memoryId}}/units", {
      ...{ source: `The ${word}.`, target: "El árbol.", language: "es" },
    }),
  ),
  ...twice("glossaryId", "/glossaries", { name: "Postman example", sourceLanguage: "en" }),
  ...["house", "tree"].map((source, i) =>
    create(["termId", "spareTermId"][i]!, "/glossaries/{{glossaryId}}/terms", { source, doNotTranslate: true }),
  ),
  ...["webhookId", "spareWebhookId"].map((name) => ({
    ...create("", "/webhooks", { url: "https://example.org/dragoman", eventTypes: ["project.completed"] }),
    sets: { [name]: "webhook.id" },
  })),
  create("deliveryId", "/webhooks/{{webhookId}}/test", {}),
  ...twice("fileId", "/translate/file", upload, { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` }),
  { sets: { fileStatus: "status" }, method: "GET", path: "/files/{{fileId}}", until: "completed" },
  { sets: { deviceCode: "deviceCode" }, method: "POST", path: "/device-logins", body: { clientName: "Postman" } },
];

/** The requests that delete what the setup created, in order; the first is the request "Clean up" itself. */
export const CLEAN_UP: readonly [Step, ...Step[]] = [
  ...["/projects/{{projectId}}"],
  ...["/projects/{{spareProjectId}}", "/files/{{fileId}}", "/webhooks/{{webhookId}}"],
  ...["/translation-memories/{{memoryId}}", "/glossaries/{{glossaryId}}"],
].map((path): Step => ({ sets: {}, method: "DELETE", path })) as [Step, ...Step[]];

/** Values of variables that no response sets. */
export const CONSTANTS: Readonly<Record<string, string>> = {
  ...{ language: "es", spareLanguage: "fr", branch: "draft", spareBranch: "old-draft" },
};

/** A script that runs after the first step's request: reads its values, then runs the other steps in order. */
export function scriptOf([first, ...others]: readonly [Step, ...Step[]]): string[] {
  return [
    `const steps = ${JSON.stringify(others)};`,
    "const vars = pm.collectionVariables;",
    "const fill = (text) => text.replace(/{{(\\w+)}}/g, (_, name) => vars.get(name) ?? '');",
    "const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));",
    "const at = (answer, path) => path.split('.').reduce((value, name) => value?.[name], answer);",
    "const take = (answer, sets) => Object.entries(sets).map(([name, path]) => { const value = at(answer, path); if (value != null) vars.set(name, value); return value; })[0];",
    "const send = ({ method, path, body, headers }) => new Promise((resolve) => pm.sendRequest({",
    "  url: fill(pm.variables.get('baseUrl') + path), method,",
    "  header: { Authorization: 'Bearer ' + pm.variables.get('apiKey'), 'Content-Type': 'application/json', ...headers },",
    "  ...(body ? { body: { mode: 'raw', raw: fill(typeof body === 'string' ? body : JSON.stringify(body)) } } : {}),",
    "}, (error, response) => resolve(error || response.code === 204 ? {} : response.json())));",
    "const whole = (async () => {",
    `  take(pm.response.code === 204 ? {} : pm.response.json(), ${JSON.stringify(first.sets)});`,
    "  for (const step of steps) for (let tries = 0; tries < 30; tries++) {",
    "    const value = take(await send(step), step.sets);",
    "    if (step.until === undefined || (step.until === '' ? value !== undefined : value === step.until)) break;",
    "    await wait(1000);",
    "  }",
    "})();",
    "whole;",
  ];
}
