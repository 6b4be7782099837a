import { db } from "@/db/client";
import { jobs } from "@/db/schema";
import { newPerson } from "@/e2e/people";
import { newId } from "@/lib/base/ids";
import { setSignUpPolicy } from "@/lib/identity/accounts/sign-up-policy";
import { expect, type Page, test } from "./test";

const PASSWORD = "larch-otter-42-vellum";

test.describe("An administrator", () => {
  test("an administrator changes an account's tier and limits, which apply to its next request", async ({ open }) => {
    const customer = await newPerson({ name: "Orchard Books" });
    const theirs = await open(customer);
    await theirs.goto("/keys");
    await expect(theirs.getByText("100 of 100")).toBeVisible();

    const page = await open(await newPerson({ isAdmin: true }));
    await page.goto("/admin");
    await page.getByRole("searchbox").fill(customer.accountId);
    const row = page.getByRole("row").filter({ hasText: "Orchard Books" });
    await expect(page.getByRole("row")).toHaveCount(2);
    await row.getByRole("button", { name: "Edit Orchard Books" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Tier").selectOption("Pro");
    await dialog.getByLabel("Requests per hour").fill("250");
    await dialog.getByLabel("Active keys").fill("3");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(row).toContainText("Pro");
    await expect(row).toContainText("Custom limits");
    await expect(row).toContainText("250");

    await theirs.reload();
    await expect(theirs.getByText("250 of 250")).toBeVisible();
    await expect(theirs.getByText("0 of 3")).toBeVisible();
  });

  test("an administrator grants and removes administrator rights, with immediate effect", async ({ open, guard }) => {
    guard.allow(/404.*\/admin/);
    const other = await newPerson();
    const theirs = await open(other);
    expect((await theirs.goto("/admin"))?.status()).toBe(404);

    const page = await open(await newPerson({ isAdmin: true }));
    await page.goto("/admin/people");
    await page.getByRole("searchbox").fill(other.email);
    await choose(page, other.email, "Make administrator");
    await expect(rowOf(page, other.email)).toContainText("Administrator");
    expect((await theirs.goto("/admin"))?.status()).toBe(200);

    await choose(page, other.email, "Remove administrator rights");
    await expect(rowOf(page, other.email)).not.toContainText("Administrator");
    expect((await theirs.goto("/admin"))?.status()).toBe(404);
  });

  test("an administrator can copy the password-reset link that a person requested", async ({ open }) => {
    const person = await newPerson({ password: PASSWORD });
    const lost = await open();
    await lost.goto("/reset-password");
    await lost.getByLabel("E-mail address").fill(person.email);
    await lost.getByRole("button", { name: "Get link" }).click();
    await expect(lost.getByText("the server’s administrator now has a link for it")).toBeVisible();

    const page = await open(await newPerson({ isAdmin: true }));
    const waiting = page.getByRole("listitem").filter({ hasText: person.email });
    await expect(async () => {
      await page.goto("/admin/people");
      await expect(waiting).toBeVisible({ timeout: 1000 });
    }).toPass();
    await waiting.getByRole("button", { name: /^Create link/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Create link" }).click();
    const link = await dialog.locator("code").textContent();

    await lost.goto(link!);
    await lost.getByLabel("New password").fill("quartz-heron-77-lantern");
    await lost.getByRole("button", { name: "Set password" }).click();
    await lost.getByRole("link", { name: "Sign in", exact: true }).click();
    await lost.getByLabel("E-mail address").fill(person.email);
    await lost.getByLabel("Password", { exact: true }).fill("quartz-heron-77-lantern");
    await lost.getByRole("button", { name: "Sign in" }).click();
    await expect(lost.getByRole("textbox", { name: "Text to translate" })).toBeVisible();
  });

  test("an administrator sees failures caused by damaged files separately from failures of the server", async ({
    open,
  }) => {
    const owner = await newPerson();
    const failed = (code: string) => ({
      id: newId("job"),
      accountId: owner.accountId,
      type: "document_import",
      payload: {},
      state: "failed" as const,
      error: { code, message: "It failed." },
      finishedAt: new Date(),
    });
    await db()
      .insert(jobs)
      .values([failed("unreadable_file"), failed("internal_error")]);
    const page = await open(await newPerson({ isAdmin: true }));
    await page.goto("/admin/jobs");
    await expect(page.getByRole("button", { name: /^Retry/ }).first()).toBeVisible();
    const folded = page.getByRole("group").filter({ hasText: /failed because of (its|their) content/ });
    const note = folded.getByText("The people who sent them were informed");
    await expect(note).toBeHidden();
    await folded.locator("summary").click();
    await expect(note).toBeVisible();
    await expect(folded.getByRole("button", { name: /^Retry/ })).toHaveCount(0);
    await expect(page.locator("main")).not.toContainText(/document_import|unreadable_file/);
  });

  test("an administrator sees engines by name, with descriptions", async ({ open }) => {
    const page = await open(await newPerson({ isAdmin: true }));
    await page.goto("/admin/engines");
    const engine = page
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name: "Apertium", exact: true }) });
    await expect(engine.getByText("Ready", { exact: true })).toBeVisible();
    await expect(engine.getByText("On this machine")).toBeVisible();
    await expect(engine.locator("code, .font-mono")).toHaveCount(0);
  });

  test("an administrator can read an account's tier on a narrow screen", async ({ open }) => {
    const customer = await newPerson({ name: "Narrow Books", tier: "enterprise" });
    const page = await open(await newPerson({ isAdmin: true }), { viewport: { width: 375, height: 760 } });
    await page.goto("/admin");
    await page.getByRole("searchbox").fill(customer.accountId);
    await expect(page.getByRole("row"), "the header and the account found").toHaveCount(2);
    const tier = page.getByRole("row").filter({ hasText: "Narrow Books" }).getByText("Enterprise", { exact: true });
    await tier.scrollIntoViewIfNeeded();
    // Checks that the text is not covered at its start or end.
    const isWhole = await tier.evaluate((element) => {
      const { left, right, top, height } = element.getBoundingClientRect();
      return [left + 1, right - 1].every((x) => element.contains(document.elementFromPoint(x, top + height / 2)));
    });
    expect(isWhole).toBe(true);
  });

  test("an administrator disables sign-up and enables it again", async ({ open }) => {
    const page = await open(await newPerson({ isAdmin: true }));
    const stranger = await open();
    const set = async (policy: string) => {
      await page.goto("/admin/sign-up");
      await page.getByRole("radio", { name: policy }).check();
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Saved", { exact: true })).toBeVisible();
      await stranger.goto("/sign-up");
    };
    try {
      await set("No one");
      await expect(stranger.getByText("Sign-up is closed.")).toBeVisible();
      await expect(stranger.getByLabel("Your name")).toHaveCount(0);
      await set("By invitation");
      await expect(stranger.getByText("You need an invitation to sign up.")).toBeVisible();
      await set("Everyone");
      await expect(stranger.getByLabel("Your name")).toBeVisible();
    } finally {
      await setSignUpPolicy(null);
    }
  });
});

function rowOf(page: Page, email: string) {
  return page.getByRole("row").filter({ hasText: email });
}

/** Chooses an action for a person, and confirms it. */
async function choose(page: Page, email: string, action: string): Promise<void> {
  // A periodic refresh of the list closes an open menu, so this is repeated.
  await expect(async () => {
    const item = page.getByRole("menuitem", { name: action });
    if ((await item.count()) === 0)
      await rowOf(page, email)
        .getByRole("button", { name: /^Actions for/ })
        .click({ timeout: 2_000 });
    await item.click({ timeout: 2_000 });
  }).toPass();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: action }).click();
  await expect(dialog).toHaveCount(0);
}
