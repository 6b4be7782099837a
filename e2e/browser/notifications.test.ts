import { eq, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { translationChanges, users } from "@/db/schema";
import { newPerson } from "@/e2e/people";
import { createProject } from "@/lib/projects/projects";
import { CreateProjectBody } from "@/lib/schemas/projects";
import { unsubscribeToken } from "@/lib/work/notifications/unsubscribe";
import { axeFindings } from "./axe";
import { apiOf, projectOf } from "./project-data";
import { expect, test } from "./test";

test("the bell counts new notifications and opens them", async ({ open, baseURL }) => {
  const owner = await newPerson({ tier: "pro", personName: "Olga Owner" });
  const reviewer = await newPerson({ accountId: owner.accountId, role: "reviewer" });
  const input = { name: "Acme app", sourceLanguage: "en", targetLanguages: ["es"] };
  const project = await db().transaction((tx) => createProject(owner, CreateProjectBody.parse(input), tx));
  const page = await open(reviewer);
  await page.goto("/inbox");
  await page.getByRole("button", { name: "Notifications", exact: true }).first().click();
  await expect(page.getByText("No notifications yet")).toBeVisible();

  const boss = await open(owner);
  await boss.goto("/");
  const status = await boss.evaluate(
    async ([url, userId]) =>
      (
        await fetch(url!, {
          method: "PATCH",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ reviewerId: userId }),
        })
      ).status,
    [`${baseURL}/api/v1/projects/${project.id}/languages/es`, reviewer.userId],
  );
  expect(status).toBe(200);
  await page.reload();
  await page.getByRole("button", { name: "Notifications, 1 unread" }).first().click();
  const sheet = page.getByRole("dialog", { name: "Notifications" });
  expect(await axeFindings(page)).toEqual([]);
  await sheet.getByRole("link", { name: /Olga Owner assigned you to Spanish: Acme app/ }).click();
  await expect(page.getByRole("heading", { name: "Acme app" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Notifications", exact: true }).first()).toBeVisible();
});

test("a rejected text notifies its author with the reason, even without an assignment", async ({ open, baseURL }) => {
  const owner = await newPerson({ tier: "pro", personName: "Olga Owner" });
  const reviewer = await newPerson({ accountId: owner.accountId, role: "reviewer", personName: "Rita Reviewer" });
  const id = await projectOf(await apiOf(owner, baseURL!), [{ key: "a", source: "The house is big." }]);
  const boss = await open(owner);
  await boss.goto(`/projects/${id}/edit/es`);
  await boss.getByRole("textbox", { name: "Translation of segment 1", exact: true }).fill("La casa");
  await boss.keyboard.press("Control+Enter");
  await expect(boss.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();

  const page = await open(reviewer);
  await page.goto(`/projects/${id}/edit/es`);
  await page.getByRole("button", { name: "Send back" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Send back" });
  await dialog.getByLabel("What is wrong?").fill("How big?");
  const sent = page.waitForResponse(/\/translations\/es$/);
  await dialog.getByRole("button", { name: "Send back" }).click();
  expect((await sent).ok()).toBe(true);
  // Changes within a minute become one notification, so this simulates that the minute has passed.
  await db()
    .update(translationChanges)
    .set({ createdAt: sql`now() - interval '2 minutes'` })
    .where(eq(translationChanges.accountId, owner.accountId));

  const bell = boss.getByRole("button", { name: "Notifications, 1 unread" }).first();
  await expect(async () => {
    await boss.goto("/inbox");
    await expect(bell).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await bell.click();
  await boss.getByRole("link", { name: /Rita Reviewer sent 1 segment back to you: Help centre, Spanish/ }).click();
  await boss.getByRole("tab", { name: "Comments" }).click();
  await expect(boss.getByText("How big?")).toBeVisible();
});

test("a person chooses which notifications are mailed, and unsubscribes by a link without signing in", async ({
  open,
  person,
}) => {
  const page = await open(person);
  await page.goto("/settings/notifications");
  const finished = page.getByRole("group", { name: "A project is completed" });
  await expect(finished.getByRole("radio", { name: "Daily" })).toBeChecked();
  const kept = page.waitForResponse("**/account/profile");
  await finished.getByText("Never").click();
  await kept;
  const stored = async () =>
    (await db().select({ preferences: users.preferences }).from(users).where(eq(users.id, person.userId)))[0]
      ?.preferences;
  // Needed for the dates in mails.
  await expect.poll(stored).toMatchObject({ timeZone: "UTC", dateLocale: "en-GB" });

  const visitor = await open();
  await visitor.goto(`/unsubscribe#${unsubscribeToken(person.userId, ["mentioned"])}`);
  await expect(visitor.getByText("You no longer get e-mails about:")).toBeVisible();
  await expect(visitor.getByText("You’re mentioned in a comment")).toBeVisible();

  await page.reload();
  await expect(finished.getByRole("radio", { name: "Never" })).toBeChecked();
  const mentioned = page.getByRole("group", { name: "You’re mentioned in a comment" });
  await expect(mentioned.getByRole("radio", { name: "Never" })).toBeChecked();
});
