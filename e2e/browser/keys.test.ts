import { readFile } from "node:fs/promises";
import { db } from "@/db/client";
import { newPerson } from "@/e2e/people";
import { createKey } from "@/lib/identity/accounts/keys";
import { expect, type Page, test } from "./test";

test("a key is created, works, counts its requests, and fails immediately after it is revoked", async ({
  signedIn,
  baseURL,
}) => {
  const ask = (key: string) =>
    fetch(`${baseURL}/v1/translate`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ text: "The house is big", source: "en", target: "es" }),
    });
  await signedIn.goto("/keys");
  await signedIn.getByRole("button", { name: "Create key" }).click();
  const dialog = signedIn.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByText("Enter a name.")).toBeVisible();
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await dialog.getByLabel("Name").fill("Import");
  await dialog.getByRole("button", { name: "Create key" }).click();
  const secret = (await dialog.locator("[data-secret]").textContent())!;
  expect(secret).toMatch(/^dgm_live_/);
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  await expect(dialog).toHaveCount(0);

  const answer = await ask(secret);
  expect(await answer.json()).toMatchObject({ translation: "La casa es grande" });
  const row = signedIn.getByRole("listitem").filter({ has: signedIn.getByRole("heading", { name: "Import" }) });
  // The time of last use is written within a second.
  await expect(async () => {
    await signedIn.reload();
    await expect(row).toContainText(/Last used.*127\.0\.0\.1.*This hour\s*1 request.*Last 24 hours\s*1 request/s, {
      timeout: 5_000,
    });
  }).toPass();
  await expect(signedIn.locator("body")).not.toContainText(secret);

  await row.getByRole("button", { name: "Revoke Import" }).click();
  await signedIn.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(row.getByText("Revoked").first()).toBeVisible();
  expect((await ask(secret)).status).toBe(401);
});

test("a replacement key and the old key both work during the chosen overlap", async ({ signedIn, baseURL }) => {
  const who = async (key: string) =>
    (await fetch(`${baseURL}/v1/me`, { headers: { Authorization: `Bearer ${key}` } })).status;
  const secretOf = async () => {
    const dialog = signedIn.getByRole("dialog");
    const secret = await dialog.locator("[data-secret]").textContent();
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    return secret!;
  };
  await signedIn.goto("/keys");
  await signedIn.getByRole("button", { name: "Create key" }).click();
  await signedIn.getByRole("dialog").getByLabel("Name").fill("Import");
  await signedIn.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  const first = await secretOf();
  await signedIn.getByRole("button", { name: "Rotate Import" }).click();
  await signedIn.getByRole("radio", { name: "works for 1 more hour" }).check();
  await signedIn.getByRole("dialog").getByRole("button", { name: "Rotate" }).click();
  const second = await secretOf();
  expect([await who(first), await who(second)]).toEqual([200, 200]);
  await expect(signedIn.getByText("Replaced, still valid")).toBeVisible();
});

test("a key is restricted to IP addresses, and the restriction is removed again", async ({
  signedIn,
  person,
  baseURL,
  guard,
}) => {
  guard.allow(/status of 400/, /status 400/);
  const { secret } = await createKey(person, { name: "Import" });
  const status = async () =>
    (await fetch(`${baseURL}/v1/me`, { headers: { Authorization: `Bearer ${secret}` } })).status;
  await signedIn.goto("/keys");
  const row = signedIn.getByRole("listitem").filter({ has: signedIn.getByRole("heading", { name: "Import" }) });
  const dialog = signedIn.getByRole("dialog");
  const save = async (addresses: string) => {
    await row.getByRole("button", { name: "Edit addresses Import" }).click();
    await dialog.getByLabel("Allowed addresses").fill(addresses);
    await dialog.getByRole("button", { name: "Save" }).click();
  };
  await save("203.0.113.0/240");
  await expect(dialog.getByLabel("Allowed addresses")).toBeFocused();
  await dialog.getByLabel("Allowed addresses").fill("203.0.113.0/24, 2001:db8::/32");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row.getByText("203.0.113.0/24, 2001:db8::/32")).toBeVisible();
  expect(await status()).toBe(403);
  await save("");
  // The row cannot be clicked until the dialog has closed.
  await expect(dialog).toHaveCount(0);
  await expect(row.getByText("203.0.113.0/24")).toHaveCount(0);
  expect(await status()).toBe(200);
});

test("higher limits are offered in all tiers except the highest", async ({ signedIn, open }) => {
  const more = (page: Page) => page.getByRole("main").getByText("Get higher limits");
  await signedIn.goto("/keys");
  await expect(more(signedIn)).toBeVisible();
  const page = await open(await newPerson({ tier: "enterprise" }));
  await page.goto("/keys");
  await page.getByRole("main").locator("summary", { hasText: "Tiers" }).click();
  await expect(page.getByRole("table", { name: "Tiers" })).toBeVisible();
  await expect(more(page)).toHaveCount(0);
});

test("the dialog of a new key asks for confirmation before it closes", async ({ signedIn }) => {
  await signedIn.goto("/keys");
  await signedIn.getByRole("button", { name: "Create key" }).click();
  const dialog = signedIn.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Import");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.locator("[data-secret]")).toBeVisible();
  await signedIn.keyboard.press("Escape");
  await expect(dialog.getByText("Have you copied the key?")).toBeVisible();
  await signedIn.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("a key that could not be revoked stays listed, and the dialog shows the reason", async ({
  signedIn,
  person,
  guard,
}) => {
  guard.allow(/status of 503/, /status 503/);
  await db().transaction((tx) => createKey(person, { name: "Import" }, tx));
  await signedIn.route("**/api/v1/account/keys/*", (route) =>
    route.fulfill({ status: 503, json: { error: { code: "overloaded", message: "Busy.", details: {} } } }),
  );
  await signedIn.goto("/keys");
  await signedIn.getByRole("button", { name: "Revoke Import" }).click();
  const dialog = signedIn.getByRole("dialog");
  await dialog.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText("The server is busy. Try again in a moment.");
  await expect(dialog.getByRole("button", { name: "Revoke", exact: true })).toBeFocused();
  await signedIn.unroute("**/api/v1/account/keys/*");
  await dialog.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(signedIn.getByText("Revoked", { exact: true }).first()).toBeVisible();
});

test("usage is shown on the usage page and can be downloaded as CSV", async ({ signedIn, person, baseURL }) => {
  const { secret } = await db().transaction((tx) => createKey(person, { name: "Counted" }, tx));
  await fetch(`${baseURL}/v1/translate`, {
    method: "POST",
    headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
    body: JSON.stringify({ text: "The house is big", source: "en", target: "es" }),
  });
  // Usage is written a few seconds after the request.
  await expect(async () => {
    await signedIn.goto("/usage");
    await expect(signedIn.getByRole("radio", { name: /^Characters 16/ })).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await signedIn
    .getByRole("button", { name: "Key" })
    .or(signedIn.getByRole("radio", { name: "Key" }))
    .first()
    .click();
  await expect(signedIn.getByText("Counted")).toBeVisible();
  const [download] = await Promise.all([
    signedIn.waitForEvent("download"),
    signedIn.getByRole("link", { name: "Download as CSV" }).click(),
  ]);
  expect(await readFile(await download.path(), "utf8")).toMatch(/,16\b/);

  // The dashboard's own reading requests are counted only on demand.
  await expect(signedIn.getByRole("radio", { name: /^Requests 1\b/ })).toBeVisible();
  await signedIn.getByLabel("Include page views in the dashboard").check();
  await expect(signedIn.getByRole("radio", { name: /^Requests 1\b/ })).toHaveCount(0);

  // Actions in the dashboard always count. The breakdown states what its row excludes.
  await signedIn.evaluate(() =>
    fetch("/api/v1/account/keys", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ name: "Second" }),
    }),
  );
  await signedIn.goto("/usage");
  await expect(signedIn.getByRole("cell", { name: "Dashboard, excluding page views", exact: true })).toBeVisible();
  await signedIn.getByLabel("Include page views in the dashboard").check();
  await expect(signedIn.getByRole("cell", { name: "Dashboard", exact: true })).toBeVisible();
});

test("one click creates the first key and sends its first request", async ({ signedIn }) => {
  await signedIn.goto("/keys");
  await expect(signedIn.getByRole("region", { name: "Your first request" })).toContainText("/v1/translate");
  await signedIn.getByRole("button", { name: "Run with a new key" }).click();
  const dialog = signedIn.getByRole("dialog", { name: "Your new key" });
  await expect(dialog.getByRole("region", { name: /^200 in [\d,]+ ms$/ })).toContainText('"Buenos días"');
  await expect(dialog.locator("[data-secret]")).toHaveText(/^dgm_live_/);
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  const row = signedIn.getByRole("listitem").filter({ has: signedIn.getByRole("heading", { name: "First key" }) });
  await expect(row).toContainText(/This hour\s*1 request/);
});
