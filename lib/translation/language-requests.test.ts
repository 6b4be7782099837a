import { eq, not, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { notifications, users } from "@/db/schema";
import { newPerson, type TestPerson } from "@/e2e/people";
import { mailNotifications } from "@/lib/work/notifications/mail-notifications";
import { isNews, listNotifications } from "@/lib/work/notifications/notifications";
import { answerLanguageRequests, requestLanguage } from "./language-requests";

let admin: TestPerson;
beforeAll(async () => {
  await db().update(users).set({ isAdmin: false });
  admin = await newPerson({ isAdmin: true });
});
afterAll(() => db().delete(notifications).where(not(isNews)));

const of = async (person: TestPerson) => {
  const { notifications: listed, unread } = await listNotifications(person, { limit: 20, cursor: undefined });
  return { unread, lines: listed.map(({ kind, source, language, count }) => [kind, source, language, count]) };
};

test("administrators see one entry per requested pair with the number of requesters, who see nothing until the pair works", async () => {
  const [ada, bo] = [await newPerson(), await newPerson()];
  for (const person of [ada, ada, bo]) await requestLanguage(person, { source: "de", target: "pl" });
  await requestLanguage(bo, { target: "fi" });
  expect(await of(admin)).toEqual({
    unread: 2,
    lines: [
      ["language_requested", null, "fi", 1],
      ["language_requested", "de", "pl", 2],
    ],
  });
  await answerLanguageRequests();
  expect(await of(bo)).toEqual({ unread: 0, lines: [] });
});

test("a person is notified once when a requested pair or language works, and administrators no longer see the request", async () => {
  const person = await newPerson();
  const before = await of(admin);
  await requestLanguage(person, { source: "en", target: "es" });
  await requestLanguage(person, { target: "es" });
  expect((await of(admin)).unread).toBe(before.unread + 2);
  await answerLanguageRequests();
  await answerLanguageRequests();
  expect(await of(admin)).toEqual(before);
  const lines = [
    ["language_works", null, "es", 1],
    ["language_works", "en", "es", 1],
  ];
  expect(await of(person)).toEqual({ unread: 2, lines });
});

test("a language request is not mailed before it is fulfilled", async () => {
  const person = await newPerson();
  await requestLanguage(person, { source: "de", target: "fi" });
  await db().update(notifications).set({ createdAt: sql`now() - interval '2 days'` });
  await mailNotifications();
  const rows = await db().select().from(notifications).where(eq(notifications.userId, person.userId));
  expect(rows).toMatchObject([{ mailedAt: null, readAt: null }]);
});

test("a person's oldest language request is dropped when there are more than 20", async () => {
  const person = await newPerson();
  const targets = "af am az be bn bs cs cy da et fa ga gl gu hi hr hu hy is ja ka".split(" ");
  for (const target of targets) await requestLanguage(person, { target });
  const rows = await db().select().from(notifications).where(eq(notifications.userId, person.userId));
  expect(rows.map(({ data }) => data.language).sort()).toEqual(targets.slice(1).sort());
});
