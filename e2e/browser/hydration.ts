import type { Page } from "playwright/test";

const CONTROLS = "button, input, select, textarea, [role=gridcell]";

/**
 * Makes `goto` and `reload` of a page wait until React has taken over its controls: a click before that is lost, and
 * people are slower than a test. A wait for less than the page's content (`commit`) does not wait for this either.
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

/** React keeps an element's props under a key of its own once it listens. */
async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    (controls) =>
      [...document.querySelectorAll(controls)].every((control) =>
        Object.keys(control).some((key) => key.startsWith("__reactProps$")),
      ),
    CONTROLS,
  );
}
