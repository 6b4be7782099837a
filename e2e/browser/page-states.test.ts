import path from "node:path";
import { IS_LONG, sample } from "@/e2e/long";
import type { TestPerson } from "@/e2e/people";
import { newPerson } from "@/e2e/people";
import { resetLink } from "@/lib/identity/accounts/password-reset";
import { axeFindings, waitForIdle } from "./axe";
import { PAGE_STATES, type PageState } from "./page-states";
import { apiOf, projectOf } from "./project-data";
import { expect, type Page, test } from "./test";
import { filledWorkspace } from "./workspace";

const PICTURES = path.resolve(import.meta.dirname, "../../test-results/screenshots");
const SIZES = {
  narrow: { width: 320, height: 700 },
  phone: { width: 375, height: 800 },
  wide: { width: 1280, height: 800 },
};
const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

/**
 * Themes by window size: contrast depends on the theme, overflow on the width. `npm run test:long` checks all
 * combinations, with pictures. `npm test` checks the light theme of every third page, because all themes use the same
 * list of colours, and every third dialog.
 */
const VIEWS = IS_LONG ? { narrow: THEMES, wide: THEMES } : { narrow: ["dark"] as const, wide: ["light"] as const };

const LAYERS = "[role=dialog], [role=menu]";

/** Dialogs, menus and filled forms: every third in `npm test`. */
const LAYERS_OF_PAGES = PAGE_STATES.filter(({ after }) => after);

let people: { readonly [by in PageState["by"]]?: TestPerson };
/** Ids by their names in the paths. */
let ids: Readonly<Record<string, string>> = {};

test.beforeAll(async ({ baseURL }) => {
  const filled = await filledWorkspace(baseURL!);
  const empty = await newPerson();
  people = { empty, filled: filled.person };
  const { link } = await resetLink(empty.userId, baseURL!, null);
  ids = {
    project: filled.projectId,
    work: filled.workId,
    webhook: filled.webhookId,
    glossary: filled.glossaryId,
    memory: filled.memoryId,
    reset: new URL(link).hash.slice(1),
  };
});

test.describe("every page state, in both themes, wide and narrow", () => {
  test.describe.configure({ mode: "parallel" });
  for (const sight of PAGE_STATES) {
    const isRare = sight.after !== undefined && !sample(LAYERS_OF_PAGES).includes(sight);
    test(`accessibility, layout and console checks find no fault on ${sight.name}`, {
      tag: isRare ? "@long" : "@always",
    }, async ({ open, guard }) => {
      guard.allow(/404.*\/nowhere/);
      const page = await open(people[sight.by], { viewport: SIZES.narrow });
      const findings: string[] = [];
      await see(page, sight);
      for (const theme of VIEWS.narrow) findings.push(...(await look(page, theme, "narrow")));
      findings.push(...(await cutOff(page)), ...(await aloneOnALine(page)));
      await page.setViewportSize(SIZES.phone);
      findings.push(...(await aloneOnALine(page)));
      if (IS_LONG) for (const theme of THEMES) await picture(page, sight, theme, "phone");

      if (!sample(PAGE_STATES).includes(sight)) return expect(findings).toEqual([]);
      await page.setViewportSize(SIZES.wide);
      for (const theme of VIEWS.wide) {
        findings.push(...(await look(page, theme, "wide")));
        if (IS_LONG) await picture(page, sight, theme, "wide");
      }
      expect(findings).toEqual([]);
    });
  }
});

test("names that consist of one long word widen neither pages nor dialogs", { tag: "@long" }, async ({
  open,
  baseURL,
}) => {
  const word = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
  const person = await newPerson({ name: word, personName: word, isAdmin: true });
  await newPerson({ accountId: person.accountId, role: "translator", personName: word });
  const api = await apiOf(person, baseURL!);
  const project = await projectOf(api, [{ key: "a", source: word, target: word }]);
  await api("PATCH", `/projects/${project}`, { name: word, description: word });
  await api("PATCH", `/projects/${project}/languages/es`, { translatorId: person.userId });
  await api("POST", `/projects/${project}/documents`, { name: `${word}.txt`, content: "The house is big." });
  const { id: glossary } = await api("POST", "/glossaries", { name: word, sourceLanguage: "en" });
  const page = await open(person, { viewport: { width: 320, height: 700 } });
  const choosing = (menu: RegExp, item: string) => async () => {
    await page.getByRole("button", { name: menu }).first().click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  const pressing = (name: RegExp) => () => page.getByRole("button", { name }).last().click();
  const states: readonly (readonly [path: string, open?: () => Promise<void>])[] = [
    ["/projects"],
    [`/projects/${project}`],
    [`/projects/${project}/files`, choosing(/^Actions for Donau/, "Upload translations")],
    [`/projects/${project}/files`, choosing(/^Actions for Donau/, "Delete")],
    [`/projects/${project}/activity`],
    [`/projects/${project}/exports`],
    [`/projects/${project}/settings`],
    [`/projects/${project}/edit/es`],
    ["/inbox"],
    [`/glossaries/${glossary}`, choosing(/^More/, "Delete")],
    ["/settings/members", pressing(/^Remove/)],
    ["/settings/data", pressing(/^Delete workspace/)],
    ["/admin/people"],
  ];
  await withoutStream(page);
  for (const [path, openLayer] of states) {
    await page.goto(path, { waitUntil: "networkidle" });
    expect.soft(await cutOff(page), path).toEqual([]);
    if (!openLayer) continue;
    await openLayer();
    await page.getByRole("dialog").waitFor();
    expect.soft(await cutOff(page), `${path} with a dialog`).toEqual([]);
  }
});

/** A page with an open stream would never have an idle network. */
function withoutStream(page: Page): Promise<unknown> {
  return page.route("**/account/stream*", (route) => route.fulfill({ status: 204 }));
}

async function see(page: Page, { path: where, after }: PageState): Promise<void> {
  await withoutStream(page);
  await page.goto(
    where.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? ""),
    { waitUntil: "networkidle" },
  );
  await after?.(page);
}

async function look(page: Page, theme: Theme, size: keyof typeof SIZES): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme });
  return (await axeFindings(page, LAYERS)).map((finding) => `${theme}, ${size}: ${finding}`);
}

/** Elements whose content is cut off on a narrow screen (WCAG 1.4.10). */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = window.innerWidth;
    const layers = [...document.querySelectorAll("[role=dialog], [role=menu]")].filter((layer) => {
      const { left, right } = layer.getBoundingClientRect();
      return left < 0 || right > width || layer.scrollWidth > layer.clientWidth;
    });
    return [
      ...(document.documentElement.scrollWidth > width ? ["the page scrolls sideways"] : []),
      ...layers.map((layer) => `cut off: ${layer.outerHTML.slice(0, 120)}`),
    ];
  });
}

/** Menus in a heading that have wrapped to a line of their own. */
function aloneOnALine(page: Page): Promise<string[]> {
  return page.locator("main header").evaluateAll((headers) =>
    headers.flatMap((header) => {
      const buttons = [...header.querySelectorAll("a, button")];
      const isBeside = (one: Element, other: Element) =>
        one !== other && one.getBoundingClientRect().top === other.getBoundingClientRect().top;
      return buttons
        .filter((button) => button.matches("[aria-haspopup=menu][aria-label]"))
        .filter((menu) => !buttons.some((button) => isBeside(menu, button)))
        .map((menu) => `alone on a line: ${menu.getAttribute("aria-label")}`);
    }),
  );
}

async function picture(page: Page, { name }: PageState, theme: Theme, size: keyof typeof SIZES): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await waitForIdle(page);
  await page.screenshot({
    path: path.join(PICTURES, `${name}-${theme}-${SIZES[size].width}.png`),
    // Dialogs and menus concern only the visible part, and the API reference is too long for a picture.
    fullPage: !name.startsWith("docs") && (await page.locator(LAYERS).count()) === 0,
  });
}
