import { axeFindings } from "./axe";
import { apiOf, projectOf } from "./project-data";
import { expect, test } from "./test";

const TEXTS = [
  { key: "title", source: "The house is big.", target: "La casa es grande." },
  { key: "body", source: "The tree is green." },
  { key: "end", source: "See you tomorrow." },
];

test("The editor's shortcuts can be changed and reset; keys that are in use are refused", async ({
  signedIn,
  person,
  baseURL,
}) => {
  const api = await apiOf(person, baseURL!);
  const id = await projectOf(api, TEXTS);
  await signedIn.goto(`/projects/${id}/edit/es`);
  await expect(signedIn.getByRole("textbox", { name: /^Translation of segment 1/ })).toBeFocused();
  await signedIn.keyboard.press("Escape");
  await signedIn.keyboard.press("?");
  const dialog = signedIn.getByRole("dialog", { name: "Keyboard shortcuts" });
  await dialog.getByRole("button", { name: "Change keys: Next segment", exact: true }).click();
  await signedIn.keyboard.press("Alt+m");
  await expect(dialog.getByRole("alert").filter({ hasText: /./ })).toHaveText(
    "Already used for “New machine translation”.",
  );
  await signedIn.keyboard.press("j");
  await expect(dialog.getByRole("alert").filter({ hasText: /./ })).toHaveText("Use Ctrl, ⌘ or Alt, or a function key.");
  await signedIn.keyboard.press("Alt+j");
  await expect(dialog.getByRole("button", { name: "Reset to defaults" })).toBeEnabled();
  expect(await axeFindings(signedIn)).toEqual([]);
  await signedIn.screenshot({ path: "test-results/screenshots/shortcuts.png" });
  await signedIn.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await signedIn.reload();
  await expect(signedIn.getByRole("textbox", { name: /^Translation of segment 1/ })).toBeFocused();
  await signedIn.keyboard.press("Alt+j");
  await expect(signedIn.getByRole("textbox", { name: /^Translation of segment 2/ })).toBeFocused();
  await signedIn.keyboard.press("Alt+ArrowDown");
  await expect(signedIn.getByRole("textbox", { name: /^Translation of segment 2/ })).toBeFocused();
  await signedIn.keyboard.press("Escape");
  await signedIn.keyboard.press("?");
  await dialog.getByRole("button", { name: "Reset to defaults" }).click();
  await expect(dialog.getByRole("button", { name: "Reset to defaults" })).toBeDisabled();
  await signedIn.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await signedIn.keyboard.press("Alt+ArrowDown");
  await expect(signedIn.getByRole("textbox", { name: /^Translation of segment 3/ })).toBeFocused();
});
