import type { Locator, Page } from "playwright/test";

/** The input field. */
export function source(page: Page): Locator {
  return page.getByRole("textbox", { name: "Text to translate" });
}

/** The translation. */
export function translation(page: Page): Locator {
  return page.getByRole("region", { name: "Translation" });
}

/** The button of a language. */
export function picker(page: Page, name: "Source language" | "Target language"): Locator {
  return page.getByRole("button", { name: `${name}: ` });
}

export async function chooseLanguage(
  page: Page,
  side: "Source language" | "Target language",
  language: string,
): Promise<void> {
  await picker(page, side).click();
  await page.getByPlaceholder("Search languages").fill(language);
  await page.getByRole("option", { name: language }).first().click();
}
