import { projectOf } from "./project-data";
import { expect, type Page, test } from "./test";

const COUNT = 2_000;
const LONGER = " It says what was decided, by whom, and what happens next, so that nobody has to ask.";
const TEXTS = Array.from({ length: COUNT }, (_, i) => ({
  key: `line.${i + 1}`,
  source: `Line ${i + 1} of the report.${LONGER.repeat((i * 7) % 5)}`,
}));

const list = (page: Page) => page.getByRole("region", { name: "Segments" });
const row = (page: Page, number: number) => list(page).locator(`li[aria-posinset="${number}"]`);

/** The rendered rows by number, with their edges relative to the window, from top to bottom. */
async function edges(page: Page) {
  return list(page)
    .locator("li")
    .evaluateAll((rows) =>
      rows
        .map((one) => {
          const { top, bottom } = one.getBoundingClientRect();
          return { number: Number(one.getAttribute("aria-posinset")), top, bottom };
        })
        .sort((a, b) => a.number - b.number),
    );
}

/** Waits until the list has scrolled to where a key sent it and its rows are measured. Returns its scroll position. */
const atRest = (page: Page) =>
  list(page).evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        let [top, frames] = [element.scrollTop, 0];
        requestAnimationFrame(function look() {
          frames = element.scrollTop === top ? frames + 1 : 0;
          top = element.scrollTop;
          if (frames === 15) resolve(top);
          else requestAnimationFrame(look);
        });
      }),
  );

/** Expects no gap and no overlap between neighbouring rows. */
async function expectContiguous(page: Page) {
  await expect(async () => {
    const rows = await edges(page);
    for (const [i, { number, top }] of rows.entries()) {
      const before = rows[i - 1];
      if (before?.number === number - 1) expect(Math.abs(top - before.bottom), `above row ${number}`).toBeLessThan(1);
    }
  }).toPass();
}

test("the list of segments does not shift when the server-rendered page is hydrated", async ({ signedIn, api }) => {
  const id = await projectOf(api, TEXTS.slice(0, 100));
  await signedIn.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    // A layout shift with its sources, which Playwright's types lack.
    type Shift = PerformanceEntry & { readonly sources: readonly { readonly node: Node | null }[] };
    new PerformanceObserver((entries) => {
      for (const { sources } of entries.getEntries() as Shift[])
        for (const { node } of sources)
          if (node?.parentElement?.closest("li[data-index]")) moved.push(String(node.textContent));
    }).observe({ type: "layout-shift", buffered: true });
  });
  await signedIn.goto(`/projects/${id}/edit/es`);
  // CSS alone positions the rows, without scripts.
  await expect(row(signedIn, 2)).toHaveCSS("position", "absolute");
  await expect(signedIn.getByRole("tab", { name: "Matches" })).toBeVisible();
  expect(await signedIn.evaluate(() => (window as typeof window & { moved: string[] }).moved)).toEqual([]);
});

test("a row of the editor has the same height before and after all of its parts are loaded", { tag: "@long" }, async ({
  signedIn,
  api,
}) => {
  const id = await projectOf(api, TEXTS.slice(0, 5));
  for (const width of [375, 1280]) {
    await signedIn.setViewportSize({ width, height: 800 });
    await signedIn.goto(`/projects/${id}/edit/es`);
    const moved = await row(signedIn, 3)
      .getByRole("button")
      .evaluate((button) => {
        const edges = () =>
          [...button.children].map((one) => one.getBoundingClientRect()).map(({ x, width }) => [x, width]);
        const whole = edges();
        const parts: unknown[] = [];
        while (button.lastElementChild) {
          button.lastElementChild.remove();
          parts.push(edges());
        }
        return parts.filter((part, i) => JSON.stringify(part) !== JSON.stringify(whole.slice(0, whole.length - 1 - i)));
      });
    expect(moved, `${width} px`).toEqual([]);
  }
});

test("a long list scrolls by wheel, keys and drag, and keeps its position and typed text", async ({
  signedIn,
  api,
}) => {
  const id = await projectOf(api, TEXTS);
  const loads: string[] = [];
  signedIn.on("request", (request) => {
    if (/\/segments\?.*ids=/.test(request.url())) loads.push(request.url());
  });
  await signedIn.goto(`/projects/${id}/edit/es`);
  await expect(signedIn.getByText("2,000 segments", { exact: true }).first()).toBeVisible();
  const field = signedIn.getByRole("textbox", { name: "Translation of segment 1", exact: true });
  await field.fill("Línea 1 del informe.");
  expect((await edges(signedIn)).length).toBeLessThan(60);

  await list(signedIn).hover();
  await signedIn.mouse.wheel(0, 3_000);
  await expect(row(signedIn, 40)).toContainText("Line 40 of the report.");
  await expectContiguous(signedIn);

  // Dragged to the middle, where no row has been measured yet.
  await list(signedIn).evaluate((element) => {
    element.scrollTop = element.scrollHeight / 2;
  });
  const middle = await (async () => {
    await expect(async () => expect((await edges(signedIn)).some(({ number }) => number > 900)).toBe(true)).toPass();
    const rows = (await edges(signedIn)).filter(({ number }) => number > 1);
    return rows[Math.floor(rows.length / 2)]!.number;
  })();
  await expect(row(signedIn, middle)).toContainText(`Line ${middle} of the report.`);
  await expectContiguous(signedIn);

  // While scrolling up, rows above the visible ones are measured; the visible ones must not jump.
  for (let step = 0; step < 5; step++) {
    await expect(list(signedIn).locator("li", { hasNotText: "of the report." })).toHaveCount(0);
    const shown = await list(signedIn).boundingBox();
    const [reference] = (await edges(signedIn)).filter(({ top }) => top > shown!.y && top < shown!.y + 200);
    await signedIn.mouse.wheel(0, -150);
    await expect(async () => {
      const [now] = (await edges(signedIn)).filter(({ number }) => number === reference!.number);
      expect(Math.abs(now!.top - reference!.top - 150)).toBeLessThan(2);
    }).toPass();
    await expectContiguous(signedIn);
  }

  await list(signedIn).focus();
  // The end moves while rows near it are measured for the first time, so this is repeated.
  await expect(async () => {
    await signedIn.keyboard.press("End");
    await expect(row(signedIn, COUNT)).toBeInViewport({ timeout: 2_000 });
  }).toPass();
  await expect(row(signedIn, COUNT)).toContainText(`Line ${COUNT} of the report.`);
  await expectContiguous(signedIn);
  // Of the list's 40 chunks, only those that were visible are loaded.
  expect(loads.length).toBeLessThan(20);
  const before = await atRest(signedIn);
  await signedIn.keyboard.press("PageUp");
  await expect.poll(() => atRest(signedIn)).toBeLessThan(before - 200);
  await signedIn.keyboard.press("Home");
  await expect(field).toBeInViewport();
  await expect(field).toHaveText("Línea 1 del informe.");

  // The next segment is scrolled into view from any position.
  await signedIn.mouse.wheel(0, 20_000);
  await expect(field).not.toBeInViewport();
  await signedIn.keyboard.press("Alt+ArrowDown");
  await expect(signedIn.getByRole("textbox", { name: "Translation of segment 2", exact: true })).toBeInViewport();
});

test("the list and typed text stay visible when further rows fail to load", async ({ signedIn, guard, api }) => {
  guard.allow(/429/);
  const id = await projectOf(api, TEXTS.slice(0, 400));
  await signedIn.goto(`/projects/${id}/edit/es`);
  const field = signedIn.getByRole("textbox", { name: "Translation of segment 1", exact: true });
  await field.fill("Línea 1 del informe.");
  const [pieces, limited] = [
    /\/segments\?.*ids=/,
    { error: { code: "rate_limited", message: "Too many requests.", details: {} } },
  ];
  await signedIn.route(pieces, (route) => route.fulfill({ status: 429, json: limited }));
  await list(signedIn).focus();
  await signedIn.keyboard.press("End");
  const failure = signedIn.getByRole("alert").filter({ hasText: "Couldn’t load" });
  await expect(failure).toBeVisible();
  // Rows that load while the list is still scrolling would remove the notice.
  await atRest(signedIn);
  await expect(failure).toBeVisible();
  await expect(field).toHaveText("Línea 1 del informe.");
  await signedIn.unroute(pieces);
  await failure.getByRole("button", { name: "Retry" }).click();
  // If the notice appeared first, it has stopped the browser's scroll animation to the end.
  await list(signedIn).focus();
  await signedIn.keyboard.press("End");
  await expect(row(signedIn, 400)).toContainText("Line 400 of the report.");
  await expect(failure).toBeHidden();
});

test("the server-rendered editor page contains the first segments that match the filter", async ({ signedIn, api }) => {
  const id = await projectOf(api, TEXTS.slice(0, 60));
  const html = async (query: string) => (await signedIn.request.get(`/projects/${id}/edit/es${query}`)).text();
  expect(await html("")).toContain("Line 1 of the report.</div>");
  expect(await html("?state=untranslated")).toContain("Line 11 of the report.</div>");
  expect(await html("?state=reviewed")).not.toContain("of the report.");
  expect(await html("?view=grid")).not.toContain("of the report.");
});
