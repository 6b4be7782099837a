import { readFile } from "node:fs/promises";
import { db } from "@/db/client";
import { newPerson } from "@/e2e/people";
import { createKey } from "@/lib/identity/accounts/keys";
import { expect, test } from "./test";

const PASSWORD = "larch-otter-42-vellum";

test("an owner downloads all data of the workspace in one file without secrets", async ({ signedIn, person }) => {
  const { secret } = await db().transaction((tx) => createKey(person, { name: "Help centre" }, tx));
  await signedIn.goto("/settings/data");
  const [download] = await Promise.all([
    signedIn.waitForEvent("download"),
    signedIn.getByRole("link", { name: "Download all data" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.json$/);
  const text = await readFile(await download.path(), "utf8");
  expect(JSON.stringify(JSON.parse(text))).toContain("Help centre");
  expect(text).toContain(person.accountId);
  expect(text).not.toContain(secret);
});

test("deleting a workspace requires its name and the password, and its keys stop working", async ({
  open,
  baseURL,
  guard,
}) => {
  guard.allow(/status of 400/, /status 400/);
  const person = await newPerson({ password: PASSWORD, name: "Orchard Books" });
  const { secret } = await db().transaction((tx) => createKey(person, { name: "Import" }, tx));
  const status = async () =>
    (await fetch(`${baseURL}/v1/me`, { headers: { Authorization: `Bearer ${secret}` } })).status;
  expect(await status()).toBe(200);

  const page = await open(person);
  await page.goto("/settings/data");
  await page.getByRole("button", { name: "Delete workspace" }).click();
  const dialog = page.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: "Delete permanently" });
  await dialog.getByLabel("Type Orchard Books to confirm").fill("Orchard");
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel("Type Orchard Books to confirm").fill("Orchard Books");
  await dialog.getByLabel("Current password").fill("not this one");
  await confirm.click();
  await expect(dialog.getByLabel("Current password")).toHaveAttribute("aria-invalid", "true");
  expect(await status(), "nothing is gone yet").toBe(200);
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await confirm.click();
  await page.waitForURL("**/");
  expect(await status()).toBe(401);
});

test("deleting one's account signs the person out everywhere and prevents signing in", async ({ open, guard }) => {
  guard.allow(/status of 401/, /status 401/);
  const person = await newPerson({ password: PASSWORD });
  const page = await open(person);
  await page.goto("/settings/data");
  await page.getByRole("button", { name: "Delete your account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(`Type ${person.email} to confirm`).fill(person.email);
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Delete permanently" }).click();
  await expect(page.getByRole("link", { name: "Create account" })).toBeVisible();

  await page.goto("/sign-in");
  await page.getByLabel("E-mail address").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Wrong e-mail address or password.")).toBeVisible();
});
