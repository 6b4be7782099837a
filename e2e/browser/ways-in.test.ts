import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { sessions } from "@/db/schema";
import { newPerson } from "@/e2e/people";
import { pollDeviceLogin, startDeviceLogin } from "@/lib/identity/accounts/device-logins";
import { endSessions } from "@/lib/identity/auth/session";
import { expect, type Page, test } from "./test";
import { source, translation } from "./translator-page";

const PASSWORD = "larch-otter-42-vellum";
const REFUSED = [/status of 401/, /status 401/];

test("a new person signs up and can translate immediately", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Create account" }).click();
  await page.getByLabel("Your name").fill("Ada");
  await page.getByLabel("E-mail address").fill(`${randomUUID()}@example.org`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await source(page).fill("The house is big");
  await expect(translation(page)).toContainText("La casa es grande");
});

test("a common password is refused at its field, and the form keeps its input", async ({ page, guard }) => {
  guard.allow(/status of 400/, /status 400/);
  await page.goto("/sign-up");
  await page.getByLabel("Your name").fill("Ada");
  await page.getByLabel("E-mail address").fill(`${randomUUID()}@example.org`);
  await page.getByLabel("Password", { exact: true }).fill("password123");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Your name")).toHaveValue("Ada");
});

test("signing up with the email address of an existing account doesn't reveal that account and doesn't change it", async ({
  page,
  guard,
}) => {
  guard.allow(...REFUSED);
  const { email } = await newPerson({ password: PASSWORD });
  await page.goto("/sign-up");
  await page.getByLabel("Your name").fill("Mallory");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("quartz-heron-77-lantern");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Couldn’t sign you in with this password.")).toBeVisible();
  await expect(page.getByLabel("Your name")).toHaveValue("Mallory");
  await page.getByRole("link", { name: "Sign in instead" }).first().click();
  await expect(page).toHaveURL(/\/sign-in/);
  await signInByForm(page, email, PASSWORD);
  await expect(source(page)).toBeVisible();
});

test("pages opened by mailed links explain a missing or expired link, and offer a next step", async ({
  page,
  guard,
}) => {
  guard.allow(/status of 404/, /status 404/);
  await page.goto(`/reset-password#${"x".repeat(43)}`);
  await expect(page.getByText("This link has expired or was already used. Request a new one.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Get link" })).toBeVisible();
  await page.goto("/invitation");
  await expect(page.getByText("Open this page with your invitation link.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to the start page" })).toBeVisible();
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
});

test("an unknown address shows the not-found page within the layout, whether a person is signed in or not", async ({
  open,
  person,
  guard,
}) => {
  guard.allow(/404.*\/nowhere/);
  const inside = await open(person);
  expect((await inside.goto("/nowhere/at/all"))?.status()).toBe(404);
  await expect(inside.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await inside.getByRole("link", { name: "Usage" }).click();
  await expect(inside.getByRole("heading", { name: "Usage", exact: true })).toBeVisible();
  const outside = await open();
  expect((await outside.goto("/nowhere.html"))?.status()).toBe(404);
  await expect(outside.getByRole("link", { name: "Sign in" })).toBeVisible();
});

test("a signed-out person returns to the requested page after signing in", async ({ page }) => {
  const { email } = await newPerson({ password: PASSWORD });
  await page.goto("/files");
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=%2Ffiles$/);
  await signInByForm(page, email, PASSWORD);
  await expect(page).toHaveURL(/\/files$/);
});

test("five wrong passwords block signing in, even with the correct password, and the page shows how long to wait", async ({
  page,
  guard,
}) => {
  guard.allow(...REFUSED);
  const { email } = await newPerson({ password: PASSWORD });
  await page.goto("/sign-in");
  for (let tries = 1; tries < 5; tries++) {
    await signInByForm(page, email, `wrong ${tries}`);
    await expect(page.getByRole("alert").filter({ hasText: "Wrong e-mail address or password." })).toBeVisible();
  }
  await signInByForm(page, email, "wrong 5");
  await signInByForm(page, email, PASSWORD);
  await expect(page.getByText("Too many attempts. Try again in 15 minutes.")).toBeVisible();
  await expect(page).toHaveURL(/\/sign-in$/);
});

test("a browser whose session was ended from another browser shows a message and keeps the typed text", async ({
  signedIn,
  person,
  guard,
}) => {
  guard.allow(...REFUSED);
  await signedIn.goto("/");
  await source(signedIn).fill("The house is big");
  await expect(translation(signedIn)).toContainText("La casa es grande");
  await endSessions(person.userId);
  await source(signedIn).fill("The red car");
  await expect(signedIn.getByText("Your session has ended. Sign in again to continue.").first()).toBeVisible();
  await expect(signedIn.getByRole("status").getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  await expect(source(signedIn)).toHaveValue("The red car");
  await signedIn.goto("/keys");
  await expect(signedIn).toHaveURL(/\/sign-in\?callbackUrl=%2Fkeys$/);
});

test("no page can be opened with an expired session", async ({ signedIn, person, guard }) => {
  // The page may still be requesting its notifications.
  guard.allow(/status of 401/, /status 401/);
  await signedIn.goto("/usage");
  await expect(signedIn.getByRole("heading", { name: "Usage", exact: true })).toBeVisible();
  await db()
    .update(sessions)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(sessions.userId, person.userId));
  await signedIn.goto("/usage");
  await expect(signedIn).toHaveURL(/\/sign-in\?callbackUrl=%2Fusage$/);
});

test("signing out invalidates the session cookie, including copies of the cookie", async ({ signedIn, open }) => {
  await signedIn.goto("/");
  const cookies = await signedIn.context().cookies();
  await signedIn.getByRole("button", { name: /^Account menu for/ }).click();
  await signedIn.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(signedIn.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  const thief = await open();
  await thief.context().addCookies(cookies);
  await thief.goto("/keys");
  await expect(thief).toHaveURL(/\/sign-in/);
});

test("another site can neither read nor change data with a person's cookie", async ({ signedIn, baseURL, guard }) => {
  guard.allow(/403/, /blocked by CORS policy/, /ERR_FAILED/);
  // For the browser, the same host at another port is the same site: it sends cookies, so only the server can reject
  // the request.
  const elsewhere = "http://127.0.0.1:9/";
  await signedIn.route(`${elsewhere}**`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Elsewhere</title>" }),
  );
  await signedIn.goto(elsewhere);
  const reads = await signedIn.evaluate(
    (url) =>
      fetch(url, { credentials: "include" }).then(
        () => "read",
        () => "refused",
      ),
    `${baseURL}/api/v1/me`,
  );
  expect(reads).toBe("refused");
  const answer = signedIn.waitForResponse("**/api/v1/account/keys");
  await signedIn.evaluate((action) => {
    const form = Object.assign(document.createElement("form"), { action, method: "post", enctype: "text/plain" });
    form.append(Object.assign(document.createElement("input"), { name: '{"name":"', value: '"}' }));
    document.body.append(form);
    form.submit();
  }, `${baseURL}/api/v1/account/keys`);
  expect((await answer).status()).toBe(403);
  await signedIn.waitForURL("**/api/v1/account/keys");
  expect((await (await answer).request().allHeaders()).cookie, "the cookie was sent").toContain("session-token");
  await signedIn.goto("/keys");
  await expect(signedIn.getByRole("heading", { name: "Your first request" })).toBeVisible();
});

/** Signs in with the form of /sign-in. Sign-up has fields with the same names, so open the page first. */
test("a person connects a CLI by comparing its code, and no page shows the key", async ({ page, guard }) => {
  guard.allow(/status of 404/, /status 404/);
  const { email } = await newPerson({ password: PASSWORD, name: "Bookshop" });
  const start = () => startDeviceLogin({ clientName: "dragoman on laptop", clientAddress: "10.1.2.3" }, "");
  const { deviceCode, userCode, verificationUrl } = await start();
  await page.goto(verificationUrl);
  await page.getByRole("link", { name: "Sign in" }).last().click();
  await signInByForm(page, email, PASSWORD);
  await expect(page.getByRole("heading", { name: "Connect dragoman on laptop?" })).toBeVisible();
  await expect(page.getByText(userCode)).toBeVisible();
  await expect(page.getByText("Requested from 10.1.2.3")).toBeVisible();
  await expect(page.getByText("It gets an API key for Bookshop")).toBeVisible();
  await page.getByRole("button", { name: "Connect" }).click();
  await expect(page.getByRole("heading", { name: "Command line connected" })).toBeVisible();
  const { status, secret } = await pollDeviceLogin(deviceCode, null);
  expect([status, secret]).toEqual(["approved", expect.stringMatching(/^dgm_live_/)]);
  await page.goto("/keys");
  await expect(page.getByText("dragoman on laptop").first()).toBeVisible();
  expect(await page.content()).not.toContain(secret!);
  expect(guard.urls.filter((url) => url.includes(userCode))).toEqual([]);

  const denied = await start();
  await page.goto("/device");
  await page.getByLabel("Code").fill(denied.userCode.toLowerCase());
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Deny request" }).click();
  await expect(page.getByRole("heading", { name: "Request denied" })).toBeVisible();
  expect(await pollDeviceLogin(denied.deviceCode, null)).toEqual({ status: "denied" });
  await page.reload();
  await expect(page.getByText("This code has expired or was already used.")).toBeVisible();
});

async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  const answered = page.waitForResponse("**/api/auth/callback/credentials*");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await answered;
}
