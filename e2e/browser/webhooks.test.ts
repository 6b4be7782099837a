import { newPerson } from "@/e2e/people";
import { expect, test } from "./test";

test("a webhook is created, tested, changed, given a new secret, disabled and deleted", async ({
  signedIn: page,
  guard,
}) => {
  guard.allow(/400.*\/account\/webhooks/); // A private address, which only the server rejects.
  await page.goto("/webhooks");
  await page.getByRole("button", { name: "Add webhook" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  await expect(dialog.getByText("Enter a URL that starts with https://.")).toBeVisible();
  await dialog.getByLabel("URL").fill("https://127.0.0.1/");
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  await expect(dialog.getByText("Must point to a public host.")).toBeVisible();
  // A host name that never exists (RFC 2606).
  await dialog.getByLabel("URL").fill("https://receiver.invalid/in");
  await dialog.getByLabel("Description").fill("Content management");
  await dialog.getByRole("radio", { name: "Selected event types" }).check();
  await dialog.getByRole("checkbox", { name: "export.ready" }).check();
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  const secret = (await dialog.locator("[data-secret]").textContent())!;
  expect(secret).toMatch(/^whsec_/);
  await dialog.getByRole("tab", { name: "Python" }).click();
  await expect(dialog.getByText("hmac.compare_digest")).toBeVisible();
  await dialog.getByRole("button", { name: "I have copied it" }).click();

  await page.getByRole("link", { name: "Content management" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Content management" })).toBeVisible();
  await expect(page.locator("body")).not.toContainText(secret);
  await page.getByRole("button", { name: "Send test event" }).click();
  const delivery = page.getByRole("listitem").filter({ hasText: "webhook.test" });
  await expect(delivery.getByText("The receiver’s host name couldn’t be resolved.")).toBeVisible();
  await expect(delivery.getByText("Failed", { exact: true })).toBeVisible();

  const choose = async (item: string) => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await choose("Edit");
  await dialog.getByLabel("Description").fill("CMS");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "CMS" })).toBeVisible();

  await choose("Rotate secret");
  await dialog.getByRole("button", { name: "Rotate secret" }).click();
  await expect(dialog.locator("[data-secret]")).not.toHaveText(secret);
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  await expect(page.getByText(/events are signed with both the old and the new secret/)).toBeVisible();

  await choose("Disable");
  await expect(page.getByText("Nothing is sent.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send test event" })).toBeDisabled();
  await page.getByRole("main").getByRole("button", { name: "Enable" }).click();
  await expect(page.getByRole("button", { name: "Send test event" })).toBeEnabled();

  await page.getByRole("button", { name: "Send events again" }).click();
  await dialog.getByRole("button", { name: "Send events again" }).click();
  await expect(page.getByText("No events since then")).toBeVisible();

  // The form of a restricted webhook never says that it receives everything.
  await choose("Edit");
  await dialog.getByRole("radio", { name: "All event types" }).check();
  await dialog.getByRole("button", { name: /^Languages/ }).click();
  await page.keyboard.type("Spanish");
  await page
    .getByRole("option", { name: /^Spanish/ })
    .first()
    .click();
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("link", { name: "All webhooks" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "CMS" })).toContainText("All event types Spanish");
  await page.getByRole("link", { name: "CMS" }).click();

  await choose("Delete");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No webhooks yet")).toBeVisible();
});

test("members without the required right see that only managers and owners can use webhooks", async ({
  person,
  open,
}) => {
  const page = await open(await newPerson({ accountId: person.accountId, role: "reviewer" }));
  await page.goto("/webhooks");
  await expect(page.getByText("Only managers and owners can see and add webhooks.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add webhook" })).toHaveCount(0);
});
