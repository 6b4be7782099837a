import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright/test";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

type Violation = { id: string; nodes: { html: string; failureSummary?: string }[] };

/**
 * Axe's findings on the current page, one line per element.
 * @param scope checks only elements that match this selector, if any do
 */
export async function axeFindings(page: Page, scope?: string): Promise<string[]> {
  await waitForIdle(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(SOURCE);
  return page.evaluate(
    async ({ tags, scope }) => {
      const { axe } = window as typeof window & {
        axe: { run: (context: object, options: object) => Promise<{ violations: Violation[] }> };
      };
      const layers = scope ? [...document.querySelectorAll(scope)] : [];
      const { violations } = await axe.run(layers.length > 0 ? { include: layers } : document, {
        runOnly: tags,
        rules: { "landmark-unique": { enabled: true } },
        resultTypes: ["violations"],
        preload: false,
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary?.replaceAll(/\s+/g, " ")}`,
        ),
      );
    },
    { tags: TAGS, scope },
  );
}

/** Waits until all animations have ended, except endless ones such as skeletons. */
export async function waitForIdle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    // After two frames, a change of theme has been painted and its transitions have started.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
}
