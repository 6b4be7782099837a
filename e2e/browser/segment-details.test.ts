import { newPerson } from "@/e2e/people";
import { axeFindings } from "./axe";
import { projectOf } from "./project-data";
import { expect, test } from "./test";

/** A PNG with one black pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

test("a manager describes a segment with labels and a screenshot, which translators can see but not change", async ({
  signedIn: page,
  person,
  open,
  guard,
  api,
}) => {
  guard.allow(/415/);
  const id = await projectOf(api, [{ key: "a", source: "Pay now" }]);
  const read = async () => (await api("GET", `/projects/${id}/segments?language=es`)).segments[0];
  await page.goto(`/projects/${id}/edit/es`);
  await page.getByRole("tab", { name: "Context" }).click();
  await page.getByRole("button", { name: "Edit details" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Labels").fill("checkout, button");
  await dialog.getByLabel("Description").fill("Below the cart");
  await dialog.getByLabel("Maximum length").fill("12");
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Below the cart")).toBeVisible();
  expect(await read()).toMatchObject({ labels: ["checkout", "button"], maxLength: 12 });

  const upload = page.getByLabel("Add screenshot").first();
  await upload.setInputFiles({ name: "page.png", mimeType: "image/png", buffer: Buffer.from("<html></html>") });
  await expect(page.getByText("Couldn’t save this")).toBeVisible();
  await upload.setInputFiles({ name: "cart.png", mimeType: "image/png", buffer: PNG });
  const picture = page.getByRole("img", { name: "Open cart.png" });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1);

  const translator = await open(await newPerson({ accountId: person.accountId, role: "translator" }));
  await translator.goto(`/projects/${id}/edit/es`);
  await translator.getByRole("tab", { name: "Context" }).click();
  await translator.getByRole("button", { name: "Open cart.png" }).click();
  await expect(translator.getByRole("dialog").getByRole("img", { name: "Screenshot cart.png" })).toBeVisible();
  expect(await axeFindings(translator)).toEqual([]);
  await translator.keyboard.press("Escape");
  await expect(translator.getByRole("button", { name: /Edit details|Add screenshot|Remove/ })).toHaveCount(0);

  await page.getByRole("button", { name: "Remove cart.png" }).press("Enter");
  await expect(picture).toHaveCount(0);
  expect((await read()).screenshots).toEqual([]);
  await expect(page.getByRole("button", { name: "Add screenshot" })).toBeFocused();

  await page.getByRole("button", { name: "checkout", exact: true }).click();
  await page.getByRole("button", { name: /^Label: checkout/ }).press("Enter");
  await expect(page.getByRole("button", { name: /^Label: checkout/ })).toHaveCount(0);
  await expect(page.getByRole("searchbox")).toBeFocused();
});
