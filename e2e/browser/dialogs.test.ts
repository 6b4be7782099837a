import { expect, test } from "./test";

test("dismissing a message returns the focus to the control used before", async ({ signedIn: page }) => {
  await page.goto("/settings/workspace");
  const save = page.locator("main").getByRole("button", { name: "Save" }).first();
  await page.locator("main form").first().getByRole("textbox").first().fill("Orchard Books");
  await save.press("Enter");
  const dismiss = page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Dismiss" });
  await dismiss.press("Enter");
  await expect(dismiss).toHaveCount(0);
  await expect(save).toBeFocused();
});

test("a page behind a dialog neither scrolls nor is exposed to screen readers, and is restored afterwards", async ({
  signedIn,
}) => {
  await signedIn.goto("/docs");
  const heading = signedIn.getByRole("heading", { level: 1 });
  await expect(heading).toBeVisible();
  const scrollY = () => signedIn.evaluate(() => window.scrollY);
  const before = 300;
  await signedIn.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), before);
  await expect.poll(scrollY).toBe(before);
  const opener = signedIn.getByRole("button", { name: "Search", exact: false }).first();
  await opener.focus();

  await signedIn.keyboard.press("Control+KeyK");
  const dialog = signedIn.getByRole("dialog");
  const field = dialog.getByRole("combobox");
  await expect(field).toBeFocused();
  await expect(heading).toHaveCount(0);
  await expect(signedIn.getByRole("navigation")).toHaveCount(0);
  await signedIn.mouse.move(100, 700);
  await signedIn.mouse.wheel(0, 500);
  await signedIn.keyboard.press("Tab");
  await expect(dialog.locator(":focus")).toHaveCount(1);
  expect(await scrollY()).toBe(before);

  await field.fill("zzzz");
  await expect(dialog.getByRole("option")).toHaveCount(0);
  await field.fill("");
  const options = dialog.getByRole("option");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await signedIn.keyboard.press("ArrowUp");
  await expect(options.last()).toHaveAttribute("aria-selected", "true");
  await expect(options.last()).toBeInViewport();
  await signedIn.keyboard.press("ArrowDown");
  await expect(options.first()).toBeInViewport();

  // A click on the page behind the dialog only closes the dialog.
  await signedIn.mouse.click(20, 20);
  await expect(dialog).toHaveCount(0);
  await expect(signedIn).toHaveURL(/\/docs$/);
  await expect(heading).toHaveCount(1);
  await expect(opener).toBeFocused();
  expect(await scrollY()).toBe(before);
  await signedIn.mouse.move(700, 400);
  await expect(async () => {
    await signedIn.mouse.wheel(0, 300);
    expect(await scrollY()).toBeGreaterThan(before);
  }).toPass();
});
