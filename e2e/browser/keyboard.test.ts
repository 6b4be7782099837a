import { expect, type Locator, type Page, test } from "./test";
import { picker, source, translation } from "./translator-page";

test.describe("keyboard-only use", () => {
  test("a person can skip to the content, enter text, choose languages, swap them, copy and clear with the keyboard alone", async ({
    signedIn,
  }) => {
    await signedIn.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await signedIn.goto("/");
    await signedIn.keyboard.press("Tab");
    await expect(signedIn.getByRole("link", { name: "Skip to content" })).toBeFocused();
    await signedIn.keyboard.press("Enter");
    await tabTo(signedIn, picker(signedIn, "Target language"));
    await signedIn.keyboard.press("Enter");
    await expect(signedIn.getByPlaceholder("Search languages")).toBeFocused();
    await signedIn.keyboard.type("Catalan");
    await signedIn.keyboard.press("Enter");
    await expect(picker(signedIn, "Target language")).toBeFocused();
    await tabTo(signedIn, source(signedIn));
    await signedIn.keyboard.type("The house is big");
    await signedIn.keyboard.press("Control+Enter");
    await expect(translation(signedIn)).toContainText("La casa és gran");
    // The button's code is loaded with the first translation.
    await expect(signedIn.getByRole("button", { name: "Copy translation" })).toBeEnabled();
    await signedIn.keyboard.press("Alt+KeyC");
    await expect.poll(() => signedIn.evaluate(() => navigator.clipboard.readText())).toBe("La casa és gran");
    await signedIn.keyboard.press("Alt+KeyS");
    await expect(source(signedIn)).toHaveValue("La casa és gran");
    await signedIn.keyboard.press("Alt+KeyX");
    await expect(source(signedIn)).toHaveValue("");
    await expect(source(signedIn)).toBeFocused();
  });

  test("Tab leaves the translator's text field", async ({ signedIn }) => {
    await signedIn.goto("/");
    await source(signedIn).focus();
    await signedIn.keyboard.press("Tab");
    await expect(source(signedIn)).not.toBeFocused();
  });

  test("closing a list by focusing another field keeps the focus there", async ({ signedIn }) => {
    await signedIn.goto("/");
    await picker(signedIn, "Target language").click();
    await expect(signedIn.getByPlaceholder("Search languages")).toBeFocused();
    await source(signedIn).evaluate((field) => {
      document.activeElement?.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }),
      );
      field.focus();
    });
    await expect(signedIn.getByPlaceholder("Search languages")).toHaveCount(0);
    // The list returns the focus in a separate task after it has closed.
    await signedIn.evaluate(() => new Promise((resolve) => setTimeout(() => setTimeout(resolve))));
    await expect(source(signedIn)).toBeFocused();
  });

  test("choosing from a list inside a dialog keeps the focus in the dialog", async ({ signedIn }) => {
    await signedIn.goto("/glossaries");
    await signedIn.getByRole("button", { name: "New glossary" }).click();
    const dialog = signedIn.getByRole("dialog", { name: "New glossary" });
    await expect(dialog.getByLabel("Name")).toBeFocused();
    const languages = dialog.getByRole("button", { name: "Source language" });
    await tabTo(signedIn, languages);
    await signedIn.keyboard.press("Enter");
    await expect(signedIn.getByPlaceholder("Search languages")).toBeFocused();
    await signedIn.keyboard.type("English");
    await signedIn.keyboard.press("Enter");
    await expect(languages).toContainText("English");
    await expect(languages).toBeFocused();
  });

  test("the command palette opens, finds a page and navigates to it, and the list of shortcuts opens and closes", async ({
    signedIn,
  }) => {
    await signedIn.goto("/");
    await expect(source(signedIn)).toBeEditable();
    await signedIn.keyboard.press("Control+KeyK");
    await expect(signedIn.getByPlaceholder("Search projects, pages and actions")).toBeFocused();
    await signedIn.keyboard.type("usa");
    await signedIn.keyboard.press("Enter");
    await expect(signedIn).toHaveURL(/\/usage$/);
    await expect(signedIn.getByRole("dialog")).toHaveCount(0);
    await signedIn.keyboard.press("?");
    await expect(signedIn.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
    await signedIn.keyboard.press("Escape");
    await expect(signedIn.getByRole("dialog")).toHaveCount(0);
  });

  test("the command palette finds projects, glossaries and memories by name", async ({ signedIn, api }) => {
    await api("POST", "/glossaries", { name: "Acme terms", sourceLanguage: "en" });
    await api("POST", "/translation-memories", { name: "Acme memory", sourceLanguage: "en" });
    const { id } = await api("POST", "/projects", { name: "Acme app", sourceLanguage: "en", targetLanguages: ["es"] });
    await signedIn.goto("/usage");
    await signedIn.keyboard.press("Control+KeyK");
    const search = signedIn.getByPlaceholder("Search projects, pages and actions");
    await expect(search).toBeFocused();
    await signedIn.keyboard.type("acme");
    await expect(signedIn.getByRole("option")).toHaveText(["Acme app", "Acme terms", "Acme memory"]);
    await signedIn.keyboard.type(" nothing");
    await expect(signedIn.getByText("No results")).toBeVisible();
    await search.fill("acme ap");
    await expect(signedIn.getByRole("option")).toHaveText(["Acme app"]);
    await signedIn.keyboard.press("Enter");
    await expect(signedIn).toHaveURL(new RegExp(`/projects/${id}$`));
  });

  test("the focus stays in the dialog while a key is created, and returns to its previous control afterwards", async ({
    signedIn,
  }) => {
    await signedIn.goto("/keys");
    const create = signedIn.getByRole("button", { name: "Create key" });
    await tabTo(signedIn, create);
    await signedIn.keyboard.press("Enter");
    const dialog = signedIn.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await tabTo(signedIn, dialog.getByLabel("Name"));
    await signedIn.keyboard.type("By keyboard");
    for (let presses = 0; presses < 15; presses++) {
      await signedIn.keyboard.press("Tab");
      await expect(dialog.locator(":focus")).toHaveCount(1);
    }
    await tabTo(signedIn, dialog.getByLabel("Name"));
    await signedIn.keyboard.press("Enter");
    await expect(dialog.locator("[data-secret]")).toBeVisible();
    await tabTo(signedIn, dialog.getByRole("button", { name: "I have copied it" }));
    await signedIn.keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(signedIn.getByRole("heading", { name: "By keyboard" })).toBeVisible();
    await expect(signedIn.locator("main :focus")).toHaveCount(1);
    await tabTo(signedIn, create);
    await signedIn.keyboard.press("Enter");
    await expect(dialog.getByLabel("Name")).toBeFocused();
    await signedIn.keyboard.press("Escape");
    await expect(create).toBeFocused();
  });

  test("the focus moves to the next row after a deletion, and returns to the menu button after a dialog opened from its menu", async ({
    signedIn,
    api,
  }) => {
    const { id } = await api("POST", "/glossaries", { name: "Billing", sourceLanguage: "en" });
    for (const source of ["apple", "invoice", "plum"])
      await api("POST", `/glossaries/${id}/terms`, { source, doNotTranslate: true });
    await signedIn.goto(`/glossaries/${id}`);
    const remove = (term: string) => signedIn.getByRole("button", { name: `Delete ${term}` });
    await tabTo(signedIn, remove("invoice"));
    await signedIn.keyboard.press("Enter");
    await tabTo(signedIn, signedIn.getByRole("dialog").getByRole("button", { name: "Delete" }));
    await signedIn.keyboard.press("Enter");
    await expect(remove("invoice")).toHaveCount(0);
    await expect(signedIn.getByRole("button", { name: "Edit plum" })).toBeFocused();

    const more = signedIn.getByRole("button", { name: "More" });
    await tabTo(signedIn, more);
    await signedIn.keyboard.press("Enter");
    await expect(signedIn.getByRole("menuitem").first()).toBeFocused();
    await signedIn.keyboard.press("Enter");
    await expect(signedIn.getByRole("dialog")).toBeVisible();
    await signedIn.keyboard.press("Escape");
    await expect(more).toBeFocused();
  });

  test("keyboard focus is visible on every control of the translator", async ({ signedIn }) => {
    await signedIn.goto("/");
    await source(signedIn).fill("The house is big");
    await expect(translation(signedIn)).toContainText("La casa es grande");
    const unseen: string[] = [];
    for (let presses = 0; presses < 30; presses++) {
      await signedIn.keyboard.press("Tab");
      const found = await signedIn.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body || element.matches("textarea")) return null;
        // The focus ring of a radio button or checkbox is drawn by its label.
        const rings = [element, element.closest("label")].filter((each) => each !== null);
        const seen = rings.map((each) => getComputedStyle(each)).some((style) => style.outlineStyle !== "none");
        return seen ? null : element.outerHTML.slice(0, 200);
      });
      if (found) unseen.push(found);
    }
    expect(unseen).toEqual([]);
  });
});

/** Presses Tab until the target is focused. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${target}.`);
}
