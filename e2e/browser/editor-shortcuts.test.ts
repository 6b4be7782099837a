import { axeFindings } from "./axe";
import { projectOf } from "./project-data";
import { expect, test } from "./test";

const TEXTS = [
  { key: "title", source: "The house is big.", target: "La casa es grande." },
  { key: "body", source: "The tree is green." },
  { key: "end", source: "See you tomorrow." },
];

test("the editor's shortcuts can be changed and reset, and keys already in use are refused", async ({
  signedIn,
  api,
}) => {
  const id = await projectOf(api, TEXTS);
  const page = { name: "page.html", content: "<p>Click <a href='/x'>here</a> now.</p>" };
  await api("POST", `/projects/${id}/documents`, page);
  await expect.poll(async () => (await api("GET", `/projects/${id}/segments?language=es`)).segments.length).toBe(4);
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
  await dialog.getByRole("button", { name: "Change keys: Insert tag", exact: true }).click();
  await signedIn.keyboard.press("Alt+g");
  expect(await axeFindings(signedIn)).toEqual([]);
  await signedIn.screenshot({ path: "test-results/screenshots/shortcuts.png" });
  await signedIn.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await signedIn.reload();
  await expect(signedIn.getByRole("textbox", { name: /^Translation of segment 1/ })).toBeFocused();
  await signedIn.keyboard.press("Alt+j");
  await expect(signedIn.getByRole("textbox", { name: /^Translation of segment 2/ })).toBeFocused();
  for (let press = 0; press < 2; press++) await signedIn.keyboard.press("Alt+j");
  await expect(signedIn.getByRole("button", { name: "Tags" })).toHaveAttribute("data-tip-keys", "Alt+G");
  for (let press = 0; press < 2; press++) await signedIn.keyboard.press("Alt+ArrowUp");
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

test("shortcuts undo a decision inside and outside the text field, and approve without opening the next segment", async ({
  signedIn,
  api,
}) => {
  const id = await projectOf(api, TEXTS);
  const states = async () =>
    (await api("GET", `/projects/${id}/segments?language=es`)).segments.map((one: any) => one.translation.state);
  await signedIn.goto(`/projects/${id}/edit/es`);
  const field = (number: number) => signedIn.getByRole("textbox", { name: `Translation of segment ${number}` });
  await expect(field(1)).toBeFocused();
  const undo = signedIn.getByRole("button", { name: "Undo the last decision" });
  await expect(undo).toBeDisabled();
  await signedIn.keyboard.press("Alt+Enter");
  await expect.poll(states).toEqual(["reviewed", "untranslated", "untranslated"]);
  await expect(field(1)).toBeFocused();
  await signedIn.keyboard.press("Alt+z");
  await expect.poll(states).toEqual(["translated", "untranslated", "untranslated"]);
  await signedIn.keyboard.press("Control+Enter");
  await field(2).fill("El árbol es verde.");
  await signedIn.keyboard.press("Control+Enter");
  await expect(field(3)).toBeFocused();
  await expect.poll(states).toEqual(["reviewed", "reviewed", "untranslated"]);
  await signedIn.keyboard.press("Escape");
  await signedIn.keyboard.press("Control+z");
  await expect(field(2)).toHaveText("El árbol es verde.");
  await expect.poll(states).toEqual(["reviewed", "draft", "untranslated"]);
  await undo.click();
  await expect.poll(states).toEqual(["translated", "draft", "untranslated"]);
  await expect(undo).toBeDisabled();
});

test("compact rows survive a reload, and a special character is inserted with the keyboard", async ({
  signedIn,
  api,
}) => {
  const id = await projectOf(api, TEXTS);
  await signedIn.setViewportSize({ width: 1440, height: 900 });
  await signedIn.goto(`/projects/${id}/edit/es`);
  const row = signedIn.getByRole("region", { name: "Segments" }).getByRole("button", { name: /See you tomorrow/ });
  const height = async () => (await row.boundingBox())!.height;
  const compact = signedIn.getByRole("button", { name: "Compact rows" });
  const stored = signedIn.waitForResponse((response) => response.url().endsWith("/account/profile") && response.ok());
  await compact.click();
  await stored;
  await expect(compact).toHaveAttribute("aria-pressed", "true");
  expect(await height()).toBeLessThanOrEqual(26);
  await signedIn.reload();
  await expect(compact).toHaveAttribute("aria-pressed", "true");
  expect(await height()).toBeLessThanOrEqual(26);
  const field = signedIn.getByRole("textbox", { name: "Translation of segment 1" });
  await expect(field).toBeFocused();
  await signedIn.keyboard.press("Alt+s");
  await signedIn.getByRole("menuitem", { name: /^No-break space/ }).click();
  await expect(field).toHaveText("La casa es grande.\u00a0");
  expect(await axeFindings(signedIn)).toEqual([]);
});
