import type { Locator, Page } from "@playwright/test";

/** The input field. */
export function source(page: Page): Locator {
  return page.getByRole("textbox", { name: "Text to translate" });
}

/** The translation. */
export function translation(page: Page): Locator {
  return page.getByRole("region", { name: "Translation" });
}

/** The button of a language. */
export function picker(page: Page, name: "From" | "Into"): Locator {
  return page.getByRole("button", { name: `${name}: ` });
}

export async function chooseLanguage(page: Page, side: "From" | "Into", language: string): Promise<void> {
  await picker(page, side).click();
  await page.getByPlaceholder("Search the languages").fill(language);
  await page.getByRole("option", { name: language }).first().click();
}
