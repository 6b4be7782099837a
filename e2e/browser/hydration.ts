import type { Page } from "playwright/test";

const CONTROLS = "button, input, select, textarea, [role=gridcell]";

/**
 * Makes `goto` and `reload` of a page wait until React has hydrated its controls: an earlier click is lost, and people
 * are slower than a test. Navigation with `commit`, which does not wait for the content, does not wait for hydration
 * either.
 */
export function awaitHydration(page: Page): Page {
  const { goto, reload } = { goto: page.goto.bind(page), reload: page.reload.bind(page) };
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil !== "commit") await hydrated(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil !== "commit") await hydrated(page);
    return response;
  };
  return page;
}

/** React stores an element's props under a private key once it handles the element's events. */
async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    (controls) =>
      [...document.querySelectorAll(controls)].every((control) =>
        Object.keys(control).some((key) => key.startsWith("__reactProps$")),
      ),
    CONTROLS,
  );
}
