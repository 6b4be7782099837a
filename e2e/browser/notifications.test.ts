import { db } from "@/db/client";
import { newPerson } from "@/e2e/people";
import { unsubscribeToken } from "@/lib/notifications/unsubscribe";
import { createProject } from "@/lib/projects/projects";
import { CreateProjectBody } from "@/lib/schemas/projects";
import { axeFindings } from "./axe";
import { expect, test } from "./test";

test("The bell counts what is new, and leads to it", async ({ open, baseURL }) => {
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

test("Everyone chooses what is mailed, and the link of a mail ends such mails without signing in", async ({
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

  const visitor = await open();
  await visitor.goto(`/unsubscribe#${unsubscribeToken(person.userId, ["mentioned"])}`);
  await expect(visitor.getByText("You no longer get e-mails about:")).toBeVisible();
  await expect(visitor.getByText("You’re mentioned in a comment")).toBeVisible();

  await page.reload();
  await expect(finished.getByRole("radio", { name: "Never" })).toBeChecked();
  const mentioned = page.getByRole("group", { name: "You’re mentioned in a comment" });
  await expect(mentioned.getByRole("radio", { name: "Never" })).toBeChecked();
});
