import { and, eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { closeDatabase, db } from "@/db/client";
import { qaIssues } from "@/db/schema";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeEngines } from "@/lib/engines/registry";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { translateTexts } from "@/lib/http/compat/translate-texts";
import type { Caller } from "@/lib/identity/auth/caller";
import { suggestTranslation } from "@/lib/projects/segments/suggest";
import { TranslateBatchBody, TranslateBody } from "@/lib/schemas/translate";
import { plainText } from "@/lib/text/segment";
import { translateDocument } from "./documents";
import { translateBatch } from "./translate-batch";
import { translateText } from "./translate-text";

afterAll(async () => {
  await closeSandbox();
  await closeEngines();
  await closeDatabase();
});

const TEXTS =
  `Save|Settings|OK|Cancel|Sign in|Sign out|Delete account|Loading…|Are you sure?|Yes|No|Back|Next|Search|Close
Edit|Help|Home|Profile|Password|Username|Email|Language|Download|Upload|Share|Copy|Paste|Undo|Redo|Print|Monday|January
Try again|Forgot your password?|Learn more|SAVE|save|Save:|Delete|Send|Continue|Open|Welcome!|Error|Warning|Total: 5|42
The house is big.|Hello {name}!|You have %d messages.|Delete {count} files?|Visit https://example.com for help.
The cat sleeps. The dog runs.|Open the file and save it.|Save 20 %|He said "yes".|Write to me@example.com.|No results found.
Terms & conditions|5 < 6 is true.|It's John's book.|Male/Female|  Save  |Price: €5.00|The red door is open!|Click Save to continue.`
    .split(/[|\n]/)
    .filter(Boolean);

const translateAll = async (caller: Caller, pair: { readonly source: string; readonly target: string }) => {
  const translations: string[] = [];
  for (const text of TEXTS)
    translations.push(
      (await translateText(caller, { ...TranslateBody.parse({ text, ...pair }), ...pair })).translation,
    );
  return translations;
};

const content = JSON.stringify(Object.fromEntries(TEXTS.map((text, i) => [`text${i}`, text])));

test("a dialogue gets the same translation in a subtitle file and in a text request", async () => {
  const { caller } = await newProject();
  const dialogue = [
    "- How are you?\n- I'm fine, thanks.",
    "– Don't worry.\n– I like it.",
    "- The house is big.\n- Save",
  ];
  const { signal } = new AbortController();
  const pair = { source: "en", target: "es" };
  const cues = dialogue.map((text, i) => `${i + 1}\n00:00:0${i},000 --> 00:00:0${i},900\n${text}\n`).join("\n");
  const resources = { accountId: caller.accountId, glossaryIds: [], memories: [] };
  const upload = { bytes: Buffer.from(cues), fileName: "a.srt", format: "srt", options: {} };
  const file = await translateDocument({ ...upload, ...pair, localOnly: true, resources, signal }, async () => {});
  for (const text of dialogue) {
    const { translation } = await translateText(caller, { ...TranslateBody.parse({ text, ...pair }), ...pair });
    expect(Buffer.from(file.bytes).toString()).toContain(translation);
  }
});

test.each(["你好世界", "合同由双方签订。", "ありがとうございます"])(
  "a text in a script other than that of the source language is returned unchanged, with a warning: %s",
  async (text) => {
    const { caller } = await newProject();
    const pair = { source: "en", target: "es" };
    const answer = await translateText(caller, { ...TranslateBody.parse({ text, ...pair }), ...pair });
    expect(answer.translation).toBe(text);
    expect(answer.warnings.map(({ code }) => code)).toContain("nothing_translated");
  },
);

describe.each(["es", "fr"])("translating from English to %s in every part of the product", (target) => {
  const pair = { source: "en", target };
  const { signal } = new AbortController();

  test("a text gets the same translation in a batch, through the compatible APIs and in a file", async () => {
    const { caller } = await newProject();
    const texts = await translateAll(caller, pair);
    const batch = await translateBatch(caller, { ...TranslateBatchBody.parse({ texts: TEXTS, ...pair }), ...pair });
    expect(batch.translations.map((item) => ("error" in item ? item.error : item.translation))).toEqual(texts);
    const facade = await translateTexts(caller, { texts: TEXTS, format: "text", ...pair }, signal);
    expect(facade.map(({ translation }) => translation)).toEqual(texts);
    const resources = { accountId: caller.accountId, glossaryIds: [], memories: [] };
    const upload = { bytes: Buffer.from(content), fileName: "en.json", format: "json", options: {} };
    const file = await translateDocument({ ...upload, ...pair, localOnly: false, resources, signal }, async () => {});
    expect(Object.values(JSON.parse(Buffer.from(file.bytes).toString()))).toEqual(texts);
  });

  test("a text gets the same translation from the API, in a project's draft and as a suggestion, each of which names its engine", async () => {
    const { caller, project } = await newProject({ targetLanguages: [target] });
    const translations = await translateAll(caller, pair);
    const expected = new Map(TEXTS.map((text, i) => [text.trim(), translations[i]!.trim()]));
    const document = await addDocument(caller, project.id, "en.json", content);
    await runJobs(caller);
    const segments = await textsOf(document.id, target);
    expect(segments.length).toBeGreaterThan(60);
    for (const { source, codes, text } of segments) {
      const plain = plainText(source, codes);
      expect(text === null ? plain : plainText(text, codes), plain).toBe(expected.get(plain));
    }
    const fixable = await db()
      .select()
      .from(qaIssues)
      .where(and(eq(qaIssues.projectId, project.id), eq(qaIssues.checkId, "space.nbsp")));
    expect(fixable).toEqual([]);
    const engineOf = (words: string) => segments.find(({ source }) => source === words)!.originDetail;
    expect(engineOf("Save")).toMatchObject({ engine: "phrasebook" });
    expect(engineOf("The house is big.")).toMatchObject({ engine: "apertium" });
    const settings = segments.find(({ source }) => source === "Settings")!;
    const suggested = await suggestTranslation(caller, settings.id, target, signal);
    expect(suggested).toMatchObject({ text: expected.get("Settings"), engine: "phrasebook" });
  });
});
