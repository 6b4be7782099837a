import { eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { db } from "@/db/client";
import { accounts } from "@/db/schema";
import { newPerson, type TestPerson } from "@/e2e/people";
import { expect, type Page, test } from "./test";

const PASSWORD = "larch-otter-42-vellum";

test("an authenticator app is set up and required at sign-in, and a recovery code can be used instead of the app", async ({
  open,
  guard,
}) => {
  guard.allow(/status of 40[01]/, /status 40[01]/);
  const person = await newPerson({ password: PASSWORD });
  const page = await open(person);
  // In dark mode the light modules of the QR code must stay light.
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/settings/security");
  const { secret, codes } = await setUpApp(page);
  await expect(page.getByText("10 codes left")).toBeVisible();

  const other = await open();
  await enterPassword(other, person);
  await expect(other.getByRole("heading", { name: "Confirm that it’s you" })).toBeVisible();
  await other.getByLabel("Code").fill("000000");
  await other.getByRole("button", { name: "Sign in" }).click();
  await expect(other.getByText("Wrong or already used code")).toBeVisible();
  // The code for the next step, because the setup has used the current one.
  await other.getByLabel("Code").fill(codeOf(secret, 30_000));
  await other.getByRole("button", { name: "Sign in" }).click();
  await expect(other.getByRole("heading", { name: "Translate", exact: true }).first()).toBeVisible();

  const lost = await open();
  await enterPassword(lost, person);
  await lost.getByLabel("Code").fill(codes[0]!);
  await lost.getByRole("button", { name: "Sign in" }).click();
  await expect(lost).not.toHaveURL(/sign-in/);
  await page.reload();
  await expect(page.getByText("9 codes left")).toBeVisible();

  await page.getByRole("button", { name: "Remove Authenticator app" }).click();
  await page.getByRole("dialog").getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("button", { name: "Set up app" })).toBeVisible();
});

test("a passkey is added and used to sign in", async ({ open, guard, baseURL }) => {
  guard.allow(/status of 401/, /status 401/);
  const person = await newPerson({ password: PASSWORD });
  // Passkeys require a host name.
  const address = baseURL!.replace("127.0.0.1", "localhost");
  const page = await open(undefined, { baseURL: address });
  await addAuthenticator(page);
  await enterPassword(page, person);
  await expect(page).not.toHaveURL(/sign-in/);
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Add passkey" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Laptop");
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByRole("button", { name: "I have stored them" }).click();
  await expect(page.getByRole("button", { name: "Remove Laptop" })).toBeVisible();

  await page.getByRole("button", { name: "Add passkey" }).click();
  await dialog.getByLabel("Name").fill("Laptop again");
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("already has a passkey for your account")).toBeVisible();

  await page.context().clearCookies();
  await enterPassword(page, person);
  await page.getByRole("button", { name: "Use passkey" }).click();
  await expect(page).not.toHaveURL(/sign-in/);
  await page.goto("/settings/security");
  await expect(page.getByText("Last used")).toBeVisible();

  await page.getByRole("button", { name: "Remove Laptop" }).click();
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Removed", { exact: true })).toBeVisible();
  await page.goto("/settings/audit");
  await expect(page.getByRole("row").filter({ hasText: "Passkey removed" })).toContainText("Laptop");
});

test("a workspace that requires a second factor first leads members to its setup, and an administrator can reset a member's second factor", async ({
  open,
}) => {
  const person = await newPerson({ password: PASSWORD });
  await db().update(accounts).set({ requireSecondFactor: true }).where(eq(accounts.id, person.accountId));
  const page = await open(person);
  await page.goto("/files");
  await expect(page).toHaveURL(/\/second-factor$/);
  const refused = await page.request.get("/api/v1/projects", { headers: { "sec-fetch-site": "same-origin" } });
  expect(refused.status()).toBe(403);
  await setUpApp(page);
  await expect(page).not.toHaveURL(/second-factor/);
  await page.goto("/files");
  await expect(page.getByRole("heading", { name: "Files", exact: true })).toBeVisible();

  const admin = await open(await newPerson({ isAdmin: true }));
  await admin.goto("/admin/people");
  await admin.getByRole("searchbox").fill(person.email);
  // Replacing the list by the results would close the menu.
  await expect(admin.getByRole("row")).toHaveCount(2);
  await admin.getByRole("row", { name: person.email }).getByRole("button").click();
  await admin.getByRole("menuitem", { name: "Reset two-step sign-in" }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Reset two-step sign-in" }).click();
  await expect(admin.getByRole("dialog")).toHaveCount(0);
  await page.goto("/files");
  await expect(page).toHaveURL(/\/second-factor$/);
});

async function enterPassword(page: Page, { email }: TestPerson): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveCount(0);
}

async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole("button", { name: "Set up app" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Continue" }).click();
  const code = dialog.getByRole("img", { name: "QR code for the authenticator app" });
  await expect(code.locator("rect")).toHaveCSS("fill", "rgb(255, 255, 255)");
  await expect(code).toBeVisible();
  const secret = (await dialog.locator("[data-secret]").textContent())!;
  await dialog.getByLabel("Code from the app").fill(codeOf(secret));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog.getByText("Store them now.")).toBeVisible();
  const codes = (await dialog.locator("[data-secret]").textContent())!.split("\n");
  expect(codes).toHaveLength(10);
  await dialog.getByRole("button", { name: "I have stored them" }).click();
  return { secret, codes };
}

function codeOf(secret: string, laterMs = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({
    timestamp: Date.now() + laterMs,
  });
}

/** A virtual authenticator of Chromium, which responds on behalf of its person. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
