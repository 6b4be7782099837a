import { db } from "@/db/client";
import { newPerson } from "@/e2e/people";
import { createKey } from "@/lib/identity/accounts/keys";
import { expect, type Locator, type Page, test } from "./test";

test("the API reference sends requests to this server with the entered key, or with the session if there is none", async ({
  signedIn,
  person,
}) => {
  await signedIn.goto("/docs/account");
  const me = operation(signedIn, "/v1/me");
  await me.getByText("Try it", { exact: true }).click();
  await me.getByRole("button", { name: "Send" }).click();
  await expect(answerOf(me)).toContainText("200 in");
  await expect(answerOf(me)).toContainText(person.email);

  const other = await newPerson();
  const { secret } = await db().transaction((tx) => createKey(other, { name: "Docs" }, tx));
  await me.getByLabel("Your API key").fill(secret);
  await me.getByRole("button", { name: "Send" }).click();
  await expect(answerOf(me)).toContainText(other.accountId);

  // The key stays filled in on another page of the reference.
  await signedIn.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "Translate" }).click();
  const translate = operation(signedIn, "/v1/translate");
  await translate.getByText("Try it", { exact: true }).click();
  await expect(translate.getByLabel("Your API key")).toHaveValue(secret);
  await translate.getByLabel("Request body").fill('{"text":"The house is big","source":"en","target":"es"}');
  await translate.getByRole("button", { name: "Send" }).click();
  await expect(answerOf(translate)).toContainText("La casa es grande");
});

test("every request form of the API reference succeeds unchanged or names the missing fields", async ({
  signedIn,
  guard,
}) => {
  // No sign-in has the code in the example, which the form reports.
  guard.allow(/404/);
  await signedIn.goto("/docs");
  const contents = signedIn.getByRole("navigation", { name: "Contents" });
  const pages = await contents
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  const groups = pages.filter((page) => page.startsWith("/docs/"));
  const outcomes: string[] = [];
  for (const group of groups) {
    await signedIn.goto(group);
    for (const one of await signedIn.getByRole("article").all()) {
      const form = one.locator("form");
      const name = await one.getAttribute("id");
      await one.getByText("Try it", { exact: true }).click();
      const empty = await form
        .locator(":invalid")
        .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).labels![0]!.textContent));
      await form.getByRole("button", { name: "Send" }).click();
      if (empty.length > 0) {
        expect(
          empty.filter((label) => !label!.endsWith(" required")),
          `${name} marks what it needs`,
        ).toEqual([]);
        outcomes.push("names");
        continue;
      }
      await expect(answerOf(one), name!).toContainText(/\d{3} in/);
      const isSuccess = /\b2\d\d in/.test(await answerOf(one).innerText());
      if (!isSuccess) await expect(form, name!).toContainText("Replace the IDs and codes");
      outcomes.push(isSuccess ? "succeeds" : "says");
    }
  }
  expect(outcomes.length).toBeGreaterThan(120);
  expect(outcomes.filter((one) => one === "succeeds").length).toBeGreaterThanOrEqual(20);
  expect(outcomes.filter((one) => one === "says")).toHaveLength(1);
});

test("the error table is readable on a phone: the column of meanings is wider than the column of codes", async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto("/docs");
  const row = page.getByRole("row", { name: /idempotency_key_reused/ });
  const [, code, meaning] = await row
    .getByRole("cell")
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width));
  expect(meaning!).toBeGreaterThan(code!);
});

test("samples in the API reference are shown in tabs, and parameters and bodies are expanded initially", async ({
  page,
}) => {
  await page.goto("/docs");
  const samples = page.getByRole("tablist", { name: "Quick start" });
  // Without scripts there are no tabs, and the first sample is visible.
  await expect(samples).toBeVisible();
  expect(await samples.getByRole("tab").count()).toBeGreaterThan(2);
  await samples.getByRole("tab", { name: "Python" }).click();
  const panels = page.getByRole("tabpanel");
  await expect(panels.filter({ hasText: "import" }).first()).toBeVisible();
  await page.goto("/docs/translate");
  const translate = operation(page, "/v1/translate");
  await expect(
    translate.getByRole("group").filter({ hasText: "Request body" }).getByText("target").first(),
  ).toBeVisible();
});

test("the API reference can be used without signing in, and shows error responses unchanged", async ({
  page,
  guard,
}) => {
  guard.allow(/401/);
  await page.goto("/docs");
  await expect(page.getByRole("heading", { name: "Quick start" })).toBeVisible();
  await page.getByRole("link", { name: "Account" }).click();
  const me = operation(page, "/v1/me");
  await me.getByText("Try it", { exact: true }).click();
  await me.getByRole("button", { name: "Send" }).click();
  await expect(answerOf(me)).toContainText("401 in");
  await expect(answerOf(me)).toContainText('"unauthorized"');
});

function operation(page: Page, path: string) {
  return page
    .getByRole("article")
    .filter({ has: page.getByText(path, { exact: true }) })
    .first();
}

function answerOf(operation: Locator) {
  return operation.locator("form").getByRole("status").first();
}
