import { beforeAll, expect, test } from "vitest";
import { type BodySchema, bodyExamples } from "@/e2e/clients/body-examples";
import { newPerson } from "@/e2e/people";
import { SCOPES } from "@/lib/vocabulary/rights";
import { type Answer, call, newAccount, openApi } from "./client";
import { addDocument, atRest, edit, makeScreenshot, PNG, segmentsOf, until } from "./project-work";

type Operation = {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: BodySchema }>> };
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, BodySchema>> };
};
type Body = Readonly<Record<string, unknown>>;

const PAGE = "<p>The house is big.</p>";
const LANGUAGES = { sourceLanguage: "en", targetLanguages: ["es"] };
const TMX =
  '<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>Tea</seg></tuv><tuv xml:lang="es"><seg>Té</seg></tuv></tu></body></tmx>';
const TABLE = ["table.csv", "text,number\nThe house,1\n"] as const;

/** Files to upload, by operation, or by operation and field for fields that need another kind of file. */
const FILES: Record<string, readonly [name: string, content: BlobPart]> = {
  translateFile: ["page.html", PAGE],
  "translateFile.columns": TABLE,
  "translateFile.header": TABLE,
  "translateFile.keys": ["texts.ini", "title = The house\n"],
  "translateFile.overwrite": ["texts.po", 'msgid ""\nmsgstr "Language: es\\n"\n\nmsgid "The house"\nmsgstr ""\n'],
  createDocument: ["page.html", PAGE],
  putDocument: ["page.html", PAGE],
  replaceDocumentContent: ["page.html", "<p>The house is small.</p>"],
  importDocumentTarget: ["page.html", "<p>La casa es grande.</p>"],
  importTranslations: ["es/page.html", "<p>La casa es grande.</p>"],
  createScreenshot: ["cart.png", PNG],
  importMemory: ["memory.tmx", TMX],
  importGlossaryTerms: ["terms.csv", "en,es\ncoffee,café\n"],
};

/** Fields of multipart bodies that apply only to some kinds of file, so that no single file accepts all of them. */
const DEPENDENT: Readonly<Record<string, readonly string[]>> = {
  translateFile: ["columns", "header", "keys", "overwrite", "bilingual"],
};

/** Examples that are valid by the document but refused because of the data they refer to. */
const REFUSED: Readonly<Record<string, string>> = {
  "pollDeviceLogin: 404": "an example is nobody's code",
  "createExport: 409": "a strict export of a project with errors",
  "updateWebhook: 403": "only people change the address",
};

/** Operations that are refused while a job of the project runs. */
const WAITING = /Document|Translation$|pretranslate|bulk|Language$|transition/;

let key: string;
/** One resource for each id that a path or a body can contain. */
let place: Readonly<Record<string, string>>;
/** Separate resources for operations that would change those which other operations need. */
let apart: Readonly<Record<string, Readonly<Record<string, string>>>>;
let count = 0;
let transitioned = 0;

beforeAll(async () => {
  const account = await newAccount();
  key = (await account.anotherKey({ scopes: [...SCOPES] })).key;
  const { userId: memberId } = await newPerson({ accountId: account.accountId, role: "reviewer" });
  const made = async (path: string, body: object) => {
    const answer = await call("POST", `/v1${path}`, { key, body });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.json;
  };
  // No finding is an error, so that all can be ignored without a reason.
  const settings = { qaSeverities: { "placeholder.missing": "warning" } };
  const project = async (name: string) =>
    (await made("/projects", { name, ...LANGUAGES, workflow: "human", settings })).id;
  const projectId = await project("Texts");
  await addDocument(key, projectId, [
    { key: "rooms", source: "The house has {count} rooms." },
    { key: "tree", source: "The tree is green." },
    { key: "garden", source: "The garden is big." },
  ]);
  const forms = (word: string) => ({ one: `{count} ${word}`, other: `{count} ${word}s` });
  const segments = ["file", "day"].map((word) => ({ key: word, sourceForms: forms(word) }));
  await made(`/projects/${projectId}/documents`, { name: "plurals.json", segments });
  await atRest(key, projectId);
  const all = await segmentsOf(key, projectId);
  const [rooms, tree, garden, file, day] = ["rooms", "tree", "garden", "file", "day"].map((word) =>
    all.find(({ source }: { source: string }) => source.includes(word)),
  );
  for (const [one, patch] of [
    [rooms, { text: "La casa." }],
    [tree, { text: "El árbol es verde.", state: "reviewed" }],
    [file, { forms: { one: "{count} archivo", other: "{count} archivos" }, state: "reviewed", force: true }],
    [garden, { text: "El jardín es grande." }],
  ] as const) {
    const edited = await edit(key, one, patch);
    expect(edited.status, edited.text).toBe(200);
  }
  const { issues } = (await call("GET", `/v1/projects/${projectId}/qa-issues`, { key })).json;
  const { translationMemories } = (await call("GET", "/v1/translation-memories", { key })).json;
  const { units } = await until(
    () => call("GET", `/v1/translation-memories/${translationMemories[0].id}/units`, { key }),
    (json) => json.units.length === 2,
  );
  const glossary = await made("/glossaries", { name: "Words", sourceLanguage: "en" });
  const about = { segmentId: tree.id, language: "es" };
  const comment = await made(`/projects/${projectId}/comments`, { ...about, body: "Why?" });
  const issue = await made(`/projects/${projectId}/comments`, {
    ...about,
    kind: "issue",
    issueType: "question",
    body: "Why?",
  });
  const form = new FormData();
  form.set("file", new File([PAGE], "page.html"));
  for (const [name, value] of Object.entries({ target: "es", source: "en", output: "xliff" })) form.set(name, value);
  const headers = { Prefer: "wait=60" };
  const translated = (await call("POST", "/v1/translate/file", { key, raw: form, headers })).json;
  FILES.importFileXliff = ["page.es.xlf", (await call("GET", `/v1/files/${translated.id}/content`, { key })).text];
  const { webhook } = await made("/webhooks", { url: "https://hooks.example.org/in" });
  const { events } = (await call("GET", "/v1/events", { key })).json;
  place = {
    projectId,
    language: "es",
    segmentId: tree.id,
    editedId: garden.id,
    pluralId: day.id,
    screenshotId: await makeScreenshot(key, projectId),
    commentId: issue.id,
    parentId: comment.id,
    issueId: issues[0].id,
    memoryId: translationMemories[0].id,
    unitId: units.find((one: { forms?: object }) => !one.forms).id,
    pluralUnitId: units.find((one: { forms?: object }) => one.forms).id,
    glossaryId: glossary.id,
    termId: (await made(`/glossaries/${glossary.id}/terms`, { source: "tea" })).id,
    fileId: translated.id,
    webhookId: webhook.id,
    eventId: events[0].id,
    memberId,
    documentId: all[0].documentId,
  };
  const documents = await project("Documents");
  const keyed = await addDocument(key, documents, [{ key: "title", source: "The house is big." }]);
  const page = await made(`/projects/${documents}/documents`, { name: "page.html", content: PAGE });
  await atRest(key, documents);
  const inDocuments = { projectId: documents, documentId: page.document?.id ?? page.id, keyedId: keyed };
  const target = new FormData();
  target.set("file", new File(["<p>La casa es grande.</p>"], "page.html"));
  const imported = await call("PUT", `/v1/documents/${inDocuments.documentId}/target?language=es`, {
    key,
    raw: target,
  });
  expect(imported.status, imported.text).toBe(202);
  const inSpare = { projectId: await project("Spare") };
  apart = {
    createDocument: inDocuments,
    putDocument: inDocuments,
    updateDocument: inDocuments,
    replaceDocumentContent: inDocuments,
    importDocumentTarget: inDocuments,
    importTranslations: inDocuments,
    resolveImportConflicts: { jobId: imported.json.id },
    bulkEditSegments: inDocuments,
    updateProject: inSpare,
    addProjectLanguage: inSpare,
    transitionProject: { projectId: await project("States") },
  };
});

/** A value that the server checks against its data, by field, or by operation and field. */
function valueFor(operationId: string, type: string, field: string): unknown {
  const own = { ...place, ...apart[operationId] };
  const values: Readonly<Record<string, unknown>> = {
    ...own,
    source: "en",
    target: "es",
    targets: ["es", "ca"],
    sourceLanguage: "en",
    targetLanguage: "es",
    targetLanguages: ["es"],
    languages: ["es"],
    engine: "apertium",
    format: "html",
    output: "xliff",
    columns: "text",
    keys: "title",
    content: PAGE,
    include: type === "application/json" ? ["alt_text"] : "alt_text",
    "createExport.format": "original",
    fileNames: "{language}/{path}",
    translatorId: own.memberId,
    reviewerId: own.memberId,
    documentIds: [own.documentId],
    documents: [own.documentId],
    segmentIds: [own.segmentId],
    screenshots: [own.screenshotId],
    url: "https://hooks.example.org/in",
    since: own.eventId,
    changedBy: own.memberId,
    reviewedBy: own.memberId,
    notReviewedBy: own.memberId,
    failedJobId: "job_01k9t3mv8wfq2s6x0c4zn7yhde",
    qaSeverities: { "placeholder.missing": "warning" },
    qaSeveritiesByLanguage: { es: { "placeholder.missing": "warning" } },
    flags: ["ignore-number", "max-length:20"],
    languageCodes: { es: "es-ES" },
    languageNames: { es: "es-ES" },
    sourceForms: { one: "{count} hour", other: "{count} hours" },
    forms: { one: "{count} hora", other: "{count} horas" },
    // A regular expression uses \b instead of the option wholeWord.
    "action.wholeWord": false,
    "conflicts.revision": 1,
    "createScreenshot.segmentIds": own.segmentId,
    "updateTranslation.state": "translated",
    "updateProject.metadata": { example: "example" },
  };
  const name = field.split(".").at(-1)!;
  return values[`${operationId}.${field}`] ?? values[field] ?? values[name === "exclude" ? "include" : name];
}

/** Replaces fields whose values must differ from those of earlier requests. */
function fresh(operationId: string, body: Body): Body {
  const n = ++count;
  const transitions = operationId === "transitionProject" ? transitioned++ : 0;
  const changed: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    createProject: { externalId: `external-${n}` },
    updateProject: { externalId: `external-${n}` },
    addProjectLanguage: { language: ["ca", "fr", "de", "it", "pt", "gl", "eu", "ro", "pl", "cs"][n % 10] },
    transitionProject: { to: transitions % 2 === 0 ? "cancelled" : "in_progress" },
    createDocument: { name: `page-${n}.html`, path: `page-${n}.html` },
    updateDocument: { path: `moved-${n}.html` },
    createGlossaryTerm: { source: `term ${n}` },
    updateGlossaryTerm: { source: `term ${n}` },
  };
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      value && changed[operationId]?.[name] ? changed[operationId][name] : value,
    ]),
  );
}

async function send(method: string, path: string, operation: Operation, type: string, given: Body): Promise<Answer> {
  const { operationId, parameters } = operation;
  const own = { ...place, ...apart[operationId] };
  const isEdit = operationId === "updateTranslation" || operationId === "revertTranslation";
  const names: Readonly<Record<string, string | undefined>> = {
    ...own,
    ...(isEdit ? { segmentId: given.forms ? own.pluralId : own.editedId } : {}),
    ...(given.forms ? { unitId: own.pluralUnitId } : {}),
    ...(given.segments && operationId === "replaceDocumentContent" ? { documentId: own.keyedId } : {}),
  };
  const body = fresh(operationId, given);
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => names[name]!);
  const query =
    operationId === "putDocument"
      ? `?path=put-${count}.html`
      : operationId === "importDocumentTarget"
        ? "?language=es"
        : "";
  const headers: Record<string, string> = {};
  if (isEdit && parameters.some(({ name }) => name === "If-Match")) {
    const { json } = await call("GET", `/v1/segments/${names.segmentId}?language=es`, { key });
    // An earlier example may have cleared the field.
    const present =
      json.translation.text || given.forms
        ? json
        : { translation: (await edit(key, json, { text: "El jardín." })).json };
    headers["If-Match"] = `"${present.translation.revision}"`;
  }
  if (type === "application/json") return call(method, `/v1${address}${query}`, { key, body, headers });
  const form = new FormData();
  const fields = Object.keys(body).filter((name) => name !== "file" && name !== "archive");
  for (const name of fields) form.set(name, String(body[name]));
  const [name, content] = FILES[`${operationId}.${fields.at(-1)}`] ?? FILES[operationId]!;
  form.set("file", new File([content], operationId === "createDocument" ? `file-${count}.html` : name));
  return call(method, `/v1${address}${query}`, { key, raw: form, headers });
}

/** The fields of an example that can occur together in one request. */
function together(operationId: string, name: string, body: Body): Body {
  // Content sent as segments has no format with parts, so these fields do not apply.
  const ofFiles = body.segments ? ["format", "include", "exclude"] : [];
  const left = new Set([...ofFiles, ...(name.startsWith("all fields") ? (DEPENDENT[operationId] ?? []) : [])]);
  return Object.fromEntries(Object.entries(body).filter(([field]) => !left.has(field)));
}

test("every request body generated from the OpenAPI document is accepted", async () => {
  const { document } = (await openApi()) as unknown as { document: Document }; // Already checked by the validator.
  const refused: string[] = [];
  let sent = 0;
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods))
      for (const [type, { schema }] of Object.entries(operation.requestBody?.content ?? {})) {
        const { operationId } = operation;
        const fill = (field: string) => valueFor(operationId, type, field);
        for (const [name, given] of Object.entries(bodyExamples(schema, document.components.schemas, fill))) {
          const body = together(operationId, name, given);
          if (WAITING.test(operationId)) await atRest(key, apart[operationId]?.projectId ?? place.projectId!);
          const { status, text } = await send(method.toUpperCase(), path, operation, type, body);
          sent++;
          if (status >= 300 && !REFUSED[`${operationId}: ${status}`])
            refused.push(
              `${operationId} (${type}), ${name}: ${status} ${text.slice(0, 600)} for ${JSON.stringify(body).slice(0, 600)}`,
            );
        }
      }
  expect(sent).toBeGreaterThan(200);
  expect(refused).toEqual([]);
});
