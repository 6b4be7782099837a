import { asc, eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { notifications, projectLanguages, projects, translationChanges, users } from "@/db/schema";
import { mailTextTo } from "@/e2e/mail-server";
import { newPerson, type TestPerson } from "@/e2e/people";
import { addDocument, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { createKey } from "@/lib/identity/accounts/keys";
import { getProfile, updateProfile } from "@/lib/identity/accounts/profile";
import { patchLanguage } from "@/lib/projects/languages/languages";
import { createProject } from "@/lib/projects/projects";
import { createComment } from "@/lib/projects/segments/comments";
import { editTranslation } from "@/lib/projects/segments/edit-translation";
import { CreateCommentBody } from "@/lib/schemas/comments";
import { CreateProjectBody, PatchLanguageBody } from "@/lib/schemas/projects";
import { PatchTranslationBody } from "@/lib/schemas/segments";
import { publishTranslationChanges } from "@/lib/work/events/translation-changes";
import { mailNotifications } from "./mail-notifications";
import { listNotifications, readNotifications } from "./notifications";
import { mentions } from "./notify";
import { daysUntil, remindOfDueDates } from "./remind-due";
import { unsubscribe } from "./unsubscribe";

/** Settings are cached at the first read, so the mail server must be set before. */
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

/** Publishes changes of translations as if a minute had passed since they were made. */
async function publish({ accountId }: TestPerson) {
  await db()
    .update(translationChanges)
    .set({ createdAt: sql`now() - interval '2 minutes'` })
    .where(eq(translationChanges.accountId, accountId));
  await publishTranslationChanges();
}

/** Simulates that this time has passed since a person's notifications were created. */
const age = (person: TestPerson, interval: string) =>
  db()
    .update(notifications)
    .set({ createdAt: sql`now() - ${interval}::interval` })
    .where(eq(notifications.userId, person.userId));

describe("notifications in the product", () => {
  test("the author of a rejected text is notified, unless they rejected it themselves", async () => {
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

  test("mentioned and assigned people get a notification, which is unread until they read it", async () => {
    const { owner, reviewer, project, segmentId } = await team();
    const body = CreateCommentBody.parse({ segmentId: await segmentId(), body: "Is this right, @rosa diaz?" });
    await db().transaction((tx) => createComment(owner, project.id, body, tx));
    const { key } = await createKey(owner, { name: "Nightly sync" });
    const byKey = { ...owner, userId: null, keyId: key.id };
    await patchLanguage(byKey, project.id, "es", PatchLanguageBody.parse({ reviewerId: reviewer.userId }));
    await patchLanguage(owner, project.id, "es", PatchLanguageBody.parse({ dueAt: null }));
    expect(await kinds(reviewer)).toEqual(["assigned", "mentioned"]);
    const [first] = await of(reviewer);
    expect(first).toMatchObject({ actorType: "key", actorName: "Nightly sync" });
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
  ])("the mention in %j is recognised only if it contains the whole name %j", (text, name, expected) => {
    expect(mentions(text, name)).toBe(expected);
  });
});

describe("mailing notifications", () => {
  test("notification mails are sent once, with a link to the page and a link to unsubscribe without signing in", async () => {
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

  test("notification mails are sent daily or never if the person chose that, and never for notifications already read", async () => {
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

  test("notification mails are sent immediately even if many other notifications wait for a daily mail", async () => {
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

describe("due date reminders", () => {
  const noon = new Date("2031-03-10T12:00:00Z");
  const days = (count: number) => new Date(noon.getTime() + count * 86_400_000);

  test("a due date causes a reminder two days before and on the day itself, and new reminders if the date is changed", async () => {
    const { owner, reviewer, project } = await team();
    await patchLanguage(owner, project.id, "es", PatchLanguageBody.parse({ reviewerId: reviewer.userId }));
    const due = (dueAt: Date) => db().update(projects).set({ dueAt }).where(eq(projects.id, project.id));
    const left = async (person: TestPerson) =>
      (
        await db()
          .select()
          .from(notifications)
          .where(eq(notifications.userId, person.userId))
          .orderBy(asc(notifications.id))
      )
        .filter(({ kind }) => kind === "due_soon")
        .map(({ data }) => data.daysLeft);
    await due(days(3));
    await remindOfDueDates(noon);
    expect(await left(owner)).toEqual([]);
    await Promise.all([remindOfDueDates(days(1)), remindOfDueDates(days(1))]);
    await remindOfDueDates(days(2));
    expect([await left(owner), await left(reviewer)]).toEqual([[2], [2]]);
    await remindOfDueDates(new Date("2031-03-13T09:00:00Z"));
    await remindOfDueDates(new Date("2031-03-13T10:00:00Z"));
    expect(await left(owner)).toEqual([2, 0]);
    await due(days(5));
    await remindOfDueDates(days(4));
    expect(await left(owner)).toEqual([2, 0, 1]);
    expect(await of(reviewer)).toMatchObject([
      { kind: "due_soon", dueAt: days(5).toISOString(), projectName: "Acme app" },
      { kind: "due_soon" },
      { kind: "due_soon" },
      { kind: "assigned" },
    ]);
  });

  test("a language's own due date is sent to the people of that language, and not to the project's creator", async () => {
    const { owner, reviewer, project } = await team();
    await db()
      .update(projectLanguages)
      .set({ reviewerId: reviewer.userId, dueAt: days(1) })
      .where(eq(projectLanguages.projectId, project.id));
    await remindOfDueDates(noon);
    expect(await of(reviewer)).toMatchObject([{ kind: "due_soon", language: "es" }]);
    expect(await kinds(owner)).toEqual([]);
    // The mail joins the listed names with the comma of the reader's language.
    await db().update(users).set({ locale: "ar" }).where(eq(users.id, reviewer.userId));
    await age(reviewer, "3 minutes");
    await mailNotifications();
    expect(await mailTextTo(mails, reviewer.email)).toContain("Acme app، الإسبانية");
  });

  test("a due date in a mail is the day in the recipient's time zone", async () => {
    const { owner, project } = await team();
    await db()
      .update(users)
      .set({ preferences: { timeZone: "Asia/Tokyo" } })
      .where(eq(users.id, owner.userId));
    await db()
      .update(projects)
      .set({ dueAt: new Date("2031-03-11T20:00:00Z") })
      .where(eq(projects.id, project.id));
    // It is 21:00 in Tokyo, where the date is the 12th.
    await remindOfDueDates(noon);
    await age(owner, "3 minutes");
    await mailNotifications();
    expect(await mailTextTo(mails, owner.email)).toContain("Acme app is due on Mar 12, 2031");
  });

  test.each([
    ["en", "en-GB", "Acme app is due on 12 Mar 2031"],
    // A person without a chosen language, and one with an invalid locale.
    ["en", "de-AT", "Acme app is due on Mar 12, 2031"],
    ["en", "en-", "Acme app is due on Mar 12, 2031"],
  ])("a due date in a mail to a reader of %s has the date format of %s", async (locale, dateLocale, text) => {
    const { owner, project } = await team();
    await db().update(users).set({ locale, preferences: { dateLocale } }).where(eq(users.id, owner.userId));
    await db()
      .update(projects)
      .set({ dueAt: new Date("2031-03-12T20:00:00Z") })
      .where(eq(projects.id, project.id));
    await remindOfDueDates(noon);
    await age(owner, "3 minutes");
    await mailNotifications();
    expect(await mailTextTo(mails, owner.email)).toContain(text);
  });

  test.each([
    ["UTC", "2031-03-12T23:00:00Z", 2],
    ["Asia/Tokyo", "2031-03-11T20:00:00Z", 2],
    ["Pacific/Auckland", "2031-03-12T23:00:00Z", null],
    ["America/Los_Angeles", "2031-03-12T23:00:00Z", null],
    ["Europe/Madrid", "2031-03-10T22:00:00Z", 0],
  ])("days until a due date are counted in the time zone %s", (zone, dueAt, expected) => {
    expect(daysUntil(new Date(dueAt), noon, zone)).toBe(expected);
  });
});
