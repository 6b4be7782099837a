import { db } from "@/db/client";
import { newPerson, type TestPerson } from "@/e2e/people";
import { invite } from "@/lib/identity/accounts/invitations";
import { createKey } from "@/lib/identity/accounts/keys";
import { CreateWebhookBody } from "@/lib/schemas/webhooks";
import { SCOPES } from "@/lib/vocabulary/rights";
import { createWebhook } from "@/lib/work/webhooks/webhooks";
import { type Api, apiWith, projectOf } from "./project-data";

/** Ids of resources that have their own pages. */
type Ids = {
  /** A project without documents. */
  readonly projectId: string;
  /** A project with work for the person. */
  readonly workId: string;
  readonly webhookId: string;
  readonly glossaryId: string;
  readonly memoryId: string;
};

/** An administrator whose workspace has data of every kind. */
export async function filledWorkspace(base: string): Promise<Ids & { readonly person: TestPerson }> {
  const person = await newPerson({ tier: "pro", isAdmin: true, emailVerified: true });
  await newPerson({ accountId: person.accountId, role: "translator" });
  const { secret } = await db().transaction((tx) =>
    createKey(person, { name: "Help centre", scopes: [...SCOPES] }, tx),
  );
  await db().transaction((tx) => createKey(person, { name: "Expires soon", hourlyLimit: 50 }, tx));
  await invite(person, { email: "friend@example.org", role: "viewer" }, base);
  const { webhook } = await db().transaction((tx) => createWebhook(person, CreateWebhookBody.parse(WEBHOOK), tx));
  const headers = { Authorization: `Bearer ${secret}` };
  const project = await fetch(`${base}/v1/projects`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(PROJECT),
  });
  for (const [name, text] of DOCUMENTS) {
    const body = new FormData();
    body.set("target", "es");
    body.set("file", new File([text], name));
    await fetch(`${base}/v1/translate/file`, { method: "POST", headers, body });
  }
  const api = apiWith(secret, base);
  const workId = await projectOf(api, TEXTS);
  await api("PATCH", `/projects/${workId}/languages/es`, {
    translatorId: person.userId,
    reviewerId: person.userId,
    dueAt: "2026-01-31T17:00:00Z",
  });
  const { id: glossaryId } = await api("POST", "/glossaries", { name: "Billing", sourceLanguage: "en" });
  for (const term of TERMS) await api("POST", `/glossaries/${glossaryId}/terms`, term);
  return {
    person,
    projectId: ((await project.json()) as { id: string }).id,
    workId,
    webhookId: webhook.id,
    glossaryId,
    memoryId: await filledMemory(api, secret, base),
  };
}

/** The memory created by the workspace's projects, with imported units. */
async function filledMemory(api: Api, secret: string, base: string): Promise<string> {
  const { translationMemories } = await api("GET", "/translation-memories");
  const id: string = translationMemories[0].id;
  const body = new FormData();
  body.set("file", new File([tmxOf(UNITS)], "house.tmx"));
  const started = await fetch(`${base}/v1/translation-memories/${id}/import`, {
    method: "POST",
    headers: { Authorization: `Bearer ${secret}` },
    body,
  });
  const job = (await started.json()) as { id: string };
  while (["queued", "running"].includes((await api("GET", `/jobs/${job.id}`)).status))
    await new Promise((resolve) => setTimeout(resolve, 100));
  return id;
}

/** A TMX file of English–Spanish pairs. */
export function tmxOf(units: readonly (readonly [string, string])[]): string {
  const unit = ([source, target]: readonly [string, string]) =>
    `<tu><tuv xml:lang="en"><seg>${source}</seg></tuv><tuv xml:lang="es"><seg>${target}</seg></tuv></tu>`;
  return `<?xml version="1.0"?>
<tmx version="1.4"><header creationtool="test" creationtoolversion="1" segtype="sentence" o-tmf="test" adminlang="en" srclang="en" datatype="plaintext"/>
<body>${units.map(unit).join("\n")}</body></tmx>`;
}

const UNITS = [
  ["The house is big.", "La casa es grande."],
  [
    'Press <bpt i="1">&lt;b&gt;</bpt>Save<ept i="1">&lt;/b&gt;</ept> to keep your changes.',
    "Pulse Guardar para conservar los cambios.",
  ],
  [
    "A rather long sentence that has to break somewhere on narrow screens, and that says nothing of any importance.",
    "Una frase bastante larga que tiene que partirse en algún sitio en pantallas estrechas, y que no dice nada importante.",
  ],
] as const;

const TEXTS = [
  { key: "a", source: "The invoice is due." },
  { key: "b", source: "The house is big.", target: "La casa es grande." },
] as const;

const TERMS = [
  {
    source: "invoice",
    partOfSpeech: "noun",
    definition: "What a customer is asked to pay.",
    targets: [
      { language: "es", text: "factura" },
      { language: "es", text: "nota", usage: "admitted" },
      { language: "es", text: "recibo", usage: "forbidden" },
      { language: "ar", text: "فاتورة" },
    ],
  },
  { source: "Dragoman", doNotTranslate: true, caseSensitive: true },
  {
    source: "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz",
    targets: [{ language: "fr", text: "loi sur le transfert des obligations de surveillance de l’étiquetage" }],
  },
] as const;

const DOCUMENTS = [
  ["letter.txt", "The house is big.\n"],
  ["a-rather-long-name-of-a-document-that-has-to-break-somewhere-on-narrow-screens.md", "# The house\n"],
  ["broken.docx", "PK no document"],
] as const;

const PROJECT = {
  name: "Help centre, autumn",
  sourceLanguage: "en",
  targetLanguages: ["es", "ca", "ar"],
  workflow: "mt_review",
} as const;

/** A webhook to a host that never exists (RFC 2606), so deliveries wait for another attempt. */
const WEBHOOK = {
  url: "https://receiver.invalid/dragoman",
  description: "Content management",
  languages: ["es", "ar"],
};
