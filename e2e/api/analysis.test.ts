import { expect, test } from "vitest";
import { newPerson } from "@/e2e/people";
import { Browser } from "./browser";
import { baseUrl, call, newAccount } from "./client";
import { addDocument, makeProject, segmentsOf } from "./project-work";

test("the analysis of a project counts words by language, document and match band, with costs", async () => {
  const password = "larch-otter-42-vellum";
  const person = await newPerson({ role: "owner", password });
  const browser = new Browser();
  await browser.signIn(person.email, password);
  const rates = { currency: "EUR", perWord: 0.1, percent: { exact: 20 } };
  const made = await browser.send("POST", "/v1/account/keys", { name: "Test" });
  const key: string = made.json.secret;
  const { projectId, documentId } = await makeProject(key, {
    segments: [
      { key: "a", source: "The house is very big today." },
      { key: "b", source: "The house is very big today." },
      { key: "c", source: "The tree is green." },
    ],
  });
  const analyze = async (query = "") =>
    (await call("GET", `/v1/projects/${projectId}/analysis?language=es${query}`, { key })).json;
  const before = await analyze();
  expect(before.currency).toBeNull();
  expect(before.languages[0].before).toMatchObject({
    repetition: { segments: 1, words: 6, cost: null },
    new: { segments: 2, words: 10 },
    total: { segments: 3, words: 16 },
  });
  expect(before.languages[0].after).toMatchObject({ untranslated: { segments: 3 }, total: { words: 16 } });

  const [first] = await segmentsOf(key, projectId);
  await call("PATCH", `/v1/segments/${first.id}/translations/es`, {
    key,
    headers: { "If-Match": '"0"' },
    body: { text: "La casa es muy grande hoy.", state: "reviewed" },
  });
  await addDocument(
    key,
    projectId,
    [
      { key: "x", source: "The house is very big today." },
      { key: "y", source: "The house is very big now." },
    ],
    "more.json",
  );
  expect((await browser.send("PATCH", "/v1/account", { rates })).json.rates).toEqual(rates);
  const { currency, languages } = await analyze();
  expect(currency).toBe("EUR");
  const [first_, more] = languages[0].documents;
  expect([first_, more].map((one: { path: string }) => one.path).sort()).toEqual(["more.json", "texts.json"]);
  expect(languages[0].before.total.segments).toBe(5);
  expect(languages[0].before.context.segments + languages[0].before.exact.segments).toBeGreaterThan(0);
  expect(languages[0].after).toMatchObject({
    new: { segments: 1, words: 6, cost: 0.6 },
    repetition: { segments: 1, cost: 0 },
    untranslated: { segments: 3 },
  });
  const one = await analyze(`&document=${documentId}`);
  expect(one.languages[0].documents.map((row: { documentId: string }) => row.documentId)).toEqual([documentId]);
  expect(one.languages[0].before.total.segments).toBe(3);

  const csv = await fetch(`${baseUrl()}/v1/projects/${projectId}/analysis`, {
    headers: { Authorization: `Bearer ${key}`, Accept: "text/csv" },
  });
  expect(csv.headers.get("content-type")).toContain("text/csv");
  const lines = (await csv.text()).trimEnd().split("\r\n");
  expect(lines[0]).toBe("language,document,phase,band,segments,words,characters,cost,currency");
  expect(lines).toContain("es,texts.json,after,new,1,6,28,0.6,EUR");

  const stranger = await newAccount();
  expect((await call("GET", `/v1/projects/${projectId}/analysis`, { key: stranger.key })).status).toBe(404);
});
