import { randomUUID } from "node:crypto";
import { mailTextTo, startMailServer } from "@/e2e/mail-server";
import { newPerson } from "@/e2e/people";
import { startTestServer } from "@/e2e/server.mjs";
import { startSession } from "@/lib/identity/auth/session";
import { expect, type Page, test } from "./test";

const PASSWORD = "larch-otter-42-vellum";

test("ending all other sessions signs out the other browser and keeps this browser signed in", async ({
  signedIn,
  person,
  open,
}) => {
  const token = await startSession(person.userId, person.accountId, "Other browser");
  const other = await open({ ...person, token });
  await other.goto("/usage");
  await expect(other).toHaveURL(/\/usage$/);

  await signedIn.goto("/settings/security");
  await signedIn.getByRole("button", { name: "End all other sessions" }).click();
  await signedIn.getByRole("dialog").getByRole("button", { name: "End sessions" }).click();
  await expect(signedIn.getByText("You’re only signed in here.")).toBeVisible();

  await other.goto("/usage");
  await expect(other).toHaveURL(/\/sign-in/);
  await signedIn.goto("/usage");
  await expect(signedIn).toHaveURL(/\/usage$/);
});

test("ending one of several sessions keeps the focus in the list", async ({ signedIn: page, person }) => {
  for (const browser of ["First browser", "Second browser", "Third browser"])
    await startSession(person.userId, person.accountId, browser);
  await page.goto("/settings/security");
  const end = page.getByRole("button", { name: /^End Unknown/ });
  await expect(end).toHaveCount(3);
  await end.first().press("Enter");
  await expect(end).toHaveCount(2);
  await expect(end.first()).toBeFocused();
});

test("changing the password requires the old password and ends other sessions, and only the new password is accepted afterwards", async ({
  open,
  guard,
}) => {
  guard.allow(/status of (400|401|403)/, /status (400|401|403)/);
  const person = await newPerson({ password: PASSWORD });
  const page = await open(person);
  const other = await open({ ...person, token: await startSession(person.userId, person.accountId, "Other") });
  await page.goto("/settings/security");
  await page.getByLabel("Current password").fill("not this one");
  await page.getByLabel("New password").fill("quartz-heron-77-lantern");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByLabel("Current password")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed")).toBeVisible();
  await other.goto("/usage");
  await expect(other).toHaveURL(/\/sign-in/);
  await other.getByLabel("E-mail address").fill(person.email);
  await other.getByLabel("Password", { exact: true }).fill("quartz-heron-77-lantern");
  await other.getByRole("button", { name: "Sign in" }).click();
  await expect(other).toHaveURL(/\/usage$/);
});

test("changing the email address sends a confirmation link to the new address, and the page says so", {
  tag: "@long",
}, async ({ open }) => {
  const mailServer = await startMailServer();
  const server = await startTestServer({
    databaseUrl: process.env.DATABASE_URL!,
    secret: process.env.DRAGOMAN_SECRET!,
    env: { SMTP_URL: mailServer.url },
  });
  const page = await open(await newPerson(), { baseURL: server.url });
  try {
    const email = `ada-${randomUUID()}@example.org`;
    await page.goto("/settings");
    await page.getByLabel("E-mail address").fill(email);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("main").getByText(`Confirmation e-mail sent to ${email}`)).toBeVisible();
    const link = /\/confirm-email#\S+/.exec(mailTextTo(mailServer.mails, email) ?? "")?.[0];
    await page.goto(link!);
    await expect(page.getByRole("status")).toContainText(email);
    await page.goto("/settings");
    await expect(page.getByLabel("E-mail address")).toHaveValue(email);
    await expect(page.getByText("This address isn’t confirmed.")).toHaveCount(0);
  } finally {
    await page.context().close();
    await server.stop();
    mailServer.stop();
  }
});

test("an invited person joins by the link with the role in the invitation", async ({ signedIn, open, guard }) => {
  const email = `${randomUUID()}@example.org`;
  await signedIn.goto("/settings/members");
  await signedIn.getByLabel("E-mail address").fill(email);
  await signedIn.getByLabel("Role", { exact: true }).selectOption("Viewer");
  await signedIn.getByRole("button", { name: "Invite" }).click();
  const link = await copiedLink(signedIn);

  const guest = await open();
  await guest.goto(link);
  await guest.getByLabel("Your name").fill("Guest");
  await guest.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await guest.getByRole("button", { name: "Join" }).click();
  await expect(guest.getByRole("button", { name: /^Account menu for Guest/ }).first()).toBeVisible();
  await guest.goto("/settings/members");
  await expect(guest.getByText("Viewer").first()).toBeVisible();
  await expect(guest.getByRole("button", { name: "Invite" })).toHaveCount(0);
  expect(guard.urls.filter((url) => url.includes(new URL(link).hash.slice(1)))).toEqual([]);
});

test("an invited person with an account signs in first, and no URL contains the token", async ({
  signedIn,
  open,
  guard,
}) => {
  const known = await newPerson({ password: PASSWORD });
  await signedIn.goto("/settings/members");
  await signedIn.getByLabel("E-mail address").fill(known.email);
  await signedIn.getByRole("button", { name: "Invite" }).click();
  const link = await copiedLink(signedIn);
  const guest = await open();
  await guest.goto(link);
  await guest.getByRole("link", { name: "Sign in" }).last().click();
  await guest.getByLabel("E-mail address").fill(known.email);
  await guest.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await guest.getByRole("button", { name: "Sign in" }).click();
  await guest.getByRole("button", { name: "Join" }).click();
  // Translators start on the page with their work.
  await guest.waitForURL(/\/inbox$/);
  const workspaces = guest.getByRole("menuitemradio", { name: "Ada's" });
  await expect(async () => {
    // The whole page was loaded, and a click before its scripts run would be lost.
    if ((await workspaces.count()) === 0) await guest.getByRole("button", { name: /^Account menu for/ }).click();
    await expect(workspaces).toHaveCount(2, { timeout: 2_000 });
  }).toPass();
  expect(guard.urls.filter((url) => url.includes(new URL(link).hash.slice(1)))).toEqual([]);
});

/** Copies the link that is shown only once. */
async function copiedLink(page: Page): Promise<string> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy link" }).click();
  return page.evaluate(() => navigator.clipboard.readText());
}

test("a workspace that keeps texts on this server shows a lock on every page, even on narrow screens", async ({
  signedIn,
}) => {
  const account = signedIn.getByRole("button", { name: /^Account/ });
  const locked = signedIn.getByRole("button", { name: /Texts stay on this server/ });
  await signedIn.goto("/settings/workspace");
  await expect(account).toBeVisible();
  await expect(locked).toHaveCount(0);
  await signedIn.getByLabel("Keep texts on this server").check();
  await signedIn.getByRole("button", { name: "Save", exact: true }).click();
  await expect(locked).toBeVisible();
  await signedIn.goto("/");
  await expect(locked).toBeVisible();
  await signedIn.setViewportSize({ width: 375, height: 700 });
  await expect(locked).toBeVisible();
  await locked.click();
  await expect(signedIn.getByRole("menu").getByText("Texts stay on this server")).toBeVisible();
});

test("the settings pages use the full width", async ({ signedIn }) => {
  await signedIn.setViewportSize({ width: 1440, height: 900 });
  for (const page of ["", "/security", "/members", "/notifications", "/audit"]) {
    await signedIn.goto(`/settings${page}`);
    const right = (boxes: readonly Element[]) => Math.max(...boxes.map((box) => box.getBoundingClientRect().right));
    expect(await signedIn.locator("main :is(input, button, section, li)").evaluateAll(right), page).toBeGreaterThan(
      1000,
    );
  }
});
