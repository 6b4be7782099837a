import { eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, test, vi } from "vitest";
import { closeDatabase, db } from "@/db/client";
import { notifications, translationChanges } from "@/db/schema";
import { mailTextTo } from "@/e2e/mail-server";
import { newPerson, type TestPerson } from "@/e2e/people";
import { addDocument, runJobs, textsOf } from "@/e2e/projects";
import { getProfile, updateProfile } from "@/lib/accounts/profile";
import { publishTranslationChanges } from "@/lib/events/translation-changes";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { patchLanguage } from "@/lib/projects/languages/languages";
import { createProject } from "@/lib/projects/projects";
import { createComment } from "@/lib/projects/segments/comments";
import { editTranslation } from "@/lib/projects/segments/edit-translation";
import { CreateProjectBody, PatchLanguageBody } from "@/lib/schemas/projects";
import { CreateCommentBody, PatchTranslationBody } from "@/lib/schemas/segments";
import { mailNotifications } from "./mail-notifications";
import { listNotifications, readNotifications } from "./notifications";
import { mentions } from "./notify";
import { unsubscribe } from "./unsubscribe";

/** The settings must name the mail server before they are first read. */
const { mails, stop } = await vi.hoisted(async () => {
  const { startMailServer } = await import("@/e2e/mail-server");
  const server = await startMailServer();
  process.env.SMTP_URL = server.url;
  process.env.PUBLIC_URL = "https://translate.example.org";
  return server;
});

afterAll(async () => {
  stop();
  await closeSandbox();
  await closeDatabase();
});

const of = async (person: TestPerson) =>
  (await listNotifications(person, { limit: 20, cursor: undefined })).notifications;
const kinds = async (person: TestPerson) => (await of(person)).map(({ kind }) => kind);

/** An owner with a project of one text, and a reviewer called Rosa Diaz. */
async function team() {
  const owner = await newPerson({ tier: "enterprise" });
  const reviewer = await newPerson({ accountId: owner.accountId, role: "reviewer", personName: "Rosa Diaz" });
  const input = { name: "Acme app", sourceLanguage: "en", targetLanguages: ["es"], workflow: "human" };
  const project = await db().transaction((tx) => createProject(owner, CreateProjectBody.parse(input), tx));
  const segments = [{ key: "a", source: "The house is big." }];
  const document = await addDocument(owner, project.id, "a.json", { segments });
  await runJobs(owner);
  const edit = async (person: TestPerson, body: Record<string, unknown>) => {
    const [text] = await textsOf(document.id);
    await editTranslation(person, text!.id, "es", text!.revision, PatchTranslationBody.parse(body));
  };
  const segmentId = async () => (await textsOf(document.id))[0]!.id;
  return { owner, reviewer, project, edit, segmentId };
}

/** Publishes the changes of translations as if their minute had passed. */
async function publish({ accountId }: TestPerson) {
  await db()
    .update(translationChanges)
    .set({ createdAt: sql`now() - interval '2 minutes'` })
    .where(eq(translationChanges.accountId, accountId));
  await publishTranslationChanges();
}

/** Simulates that time has passed since a person's notifications. */
const age = (person: TestPerson, interval: string) =>
  db()
    .update(notifications)
    .set({ createdAt: sql`now() - ${interval}::interval` })
    .where(eq(notifications.userId, person.userId));

describe("notifications", () => {
  test("of a text sent back reach who wrote it, assigned or not, and nobody who did it themselves", async () => {
    const { owner, reviewer, project, edit, segmentId } = await team();
    await edit(owner, { text: "La casa es muy grande.", state: "reviewed" });
    await edit(reviewer, { state: "needs_work", comment: "Not very." });
    await publish(owner);
    expect(await of(owner)).toMatchObject([
      {
        kind: "sent_back",
        projectId: project.id,
        projectName: "Acme app",
        language: "es",
        segmentId: await segmentId(),
        count: 1,
        actorName: "Rosa Diaz",
        readAt: null,
      },
    ]);
    expect(await kinds(reviewer)).toEqual([]);
  });

  test("reach who is mentioned and who is assigned, and count until they are read", async () => {
    const { owner, reviewer, project, segmentId } = await team();
    const body = CreateCommentBody.parse({ segmentId: await segmentId(), body: "Is this right, @rosa diaz?" });
    await db().transaction((tx) => createComment(owner, project.id, body, tx));
    await patchLanguage(owner, project.id, "es", PatchLanguageBody.parse({ reviewerId: reviewer.userId }));
    await patchLanguage(owner, project.id, "es", PatchLanguageBody.parse({ dueAt: null }));
    expect(await kinds(reviewer)).toEqual(["assigned", "mentioned"]);
    const [first] = await of(reviewer);
    await readNotifications(reviewer, { ids: [first!.id] });
    expect((await listNotifications(reviewer, { limit: 1, cursor: undefined })).unread).toBe(1);
    await readNotifications(owner, {});
    expect((await listNotifications(reviewer, { limit: 1, cursor: undefined })).unread).toBe(1);
    await readNotifications(reviewer, {});
    expect((await listNotifications(reviewer, { limit: 1, cursor: undefined })).unread).toBe(0);
  });

  test.each([
    ["Hello @Ann.", "Ann", true],
    ["Hello @Anna", "Ann", false],
    ["see @ann@example.org", "ann@example.org", true],
    ["Ann", "Ann", false],
  ])("of a mention need the whole name: %j, %j", (text, name, expected) => {
    expect(mentions(text, name)).toBe(expected);
  });
});

describe("mails of notifications", () => {
  test("come once, with links to the place and to an end that needs no sign-in", async () => {
    const { owner, reviewer, edit } = await team();
    await edit(owner, { text: "La casa es muy grande.", state: "reviewed" });
    await edit(reviewer, { state: "needs_work", comment: "Not very." });
    await publish(owner);
    await mailNotifications();
    expect(mailTextTo(mails, owner.email), "waits for others").toBeNull();
    await age(owner, "3 minutes");
    await mailNotifications();
    await mailNotifications();
    const text = mailTextTo(mails, owner.email)!;
    expect(text).toContain("Rosa Diaz sent 1 segment back to you: Acme app, Spanish");
    expect(text).toMatch(/https:\/\/translate\.example\.org\/projects\/prj_\w+\/edit\/es\?segment=seg_/);
    expect(mails.filter((mail) => mail.includes(`To: ${owner.email}`))).toHaveLength(1);

    const token = /\/unsubscribe#([\w-]+)/.exec(text)![1]!;
    expect(await unsubscribe(token)).toEqual(["sent_back"]);
    expect((await getProfile(owner)).preferences).toMatchObject({ "mail:sent_back": "never" });
    await expect(unsubscribe(`${token.slice(0, -3)}abc`)).rejects.toMatchObject({ code: "not_found" });
  });

  test("come daily or never for who chose so, and never for what was read", async () => {
    const { owner, reviewer, project } = await team();
    const assign = () =>
      patchLanguage(owner, project.id, "es", PatchLanguageBody.parse({ translatorId: reviewer.userId }));
    await updateProfile(reviewer, { preferences: { "mail:assigned": "daily" } });
    await assign();
    await age(reviewer, "1 hour");
    await mailNotifications();
    expect(mailTextTo(mails, reviewer.email)).toBeNull();
    await age(reviewer, "25 hours");
    await mailNotifications();
    expect(mailTextTo(mails, reviewer.email)).toContain("assigned you to Spanish: Acme app");

    const silent = await newPerson({ accountId: owner.accountId, role: "translator" });
    await patchLanguage(owner, project.id, "es", PatchLanguageBody.parse({ translatorId: silent.userId }));
    await readNotifications(silent, {});
    await age(silent, "1 hour");
    await mailNotifications();
    expect(mailTextTo(mails, silent.email)).toBeNull();
  });

  test("reach people at once, however many others wait for their daily mail", async () => {
    const { owner, reviewer, project } = await team();
    const translator = await newPerson({ accountId: owner.accountId, role: "translator" });
    const waiting = [translator, reviewer].sort((a, b) => (a.userId < b.userId ? -1 : 1));
    const [first, last] = waiting;
    await updateProfile(first!, { preferences: { "mail:assigned": "daily" } });
    await updateProfile(last!, { preferences: { "mail:assigned": "now" } });
    for (const { userId } of waiting)
      await patchLanguage(owner, project.id, "es", PatchLanguageBody.parse({ translatorId: userId }));
    for (const person of waiting) await age(person, "1 hour");
    await mailNotifications(1);
    expect(mailTextTo(mails, first!.email)).toBeNull();
    expect(mailTextTo(mails, last!.email)).toContain("assigned you to Spanish: Acme app");
  });
});
