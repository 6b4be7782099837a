import { AppError } from "@/lib/base/errors";
import { type Hop, isEngineError } from "@/lib/engines/engine";
import { router } from "@/lib/engines/registry";
import type { OpenMarkup } from "./markup";
import type { Resources } from "./resources";
import type { TranslatedSegments, Work } from "./translate-segments";
import { translateWithResources } from "./translate-with-resources";

export type Alternative = { readonly translation: string; readonly engine: string; readonly route: string[] };

/** Maximum characters of the first translation that are sent to a chat engine for rephrasing. */
const MAX_SHOWN = 2_000;

/**
 * Up to `count` alternatives to a translation: from the other engines, best first, then rephrasings by an engine that
 * accepts instructions. Omits duplicates and engines that fail.
 */
export async function alternativesOf(
  markup: OpenMarkup,
  work: Work & { readonly target: string },
  first: TranslatedSegments,
  resources: Resources,
  count: number,
): Promise<Alternative[]> {
  const source = work.hops[0]!.source;
  const target = work.hops.at(-1)!.target;
  const write = ({ translations }: TranslatedSegments): Promise<string> =>
    markup.write(
      translations.map(({ text }) => text),
      work.target,
    );
  const seen = new Set([await write(first)]);
  const alternatives: Alternative[] = [];
  // Without memories: the first translation may come from a memory, but alternatives must come from engines.
  const own = { ...resources, memories: [] };
  const translate = async (hops: readonly Hop[], options: Work["options"]): Promise<void> => {
    const engine = hops[0]!.engine.id;
    try {
      const done = await translateWithResources(markup.segments, { ...work, hops, engine, options }, own);
      const translation = await write(done);
      if (seen.has(translation)) return;
      seen.add(translation);
      alternatives.push({ translation, engine: done.engine, route: [...done.route] });
    } catch (error) {
      if (!isEngineError(error) && !(error instanceof AppError)) throw error;
    }
  };

  const engines = await router().enginesFor(source, target, { localOnly: work.localOnly });
  const used = new Set(first.engine.split("+"));
  for (const engine of engines) {
    if (alternatives.length === count) return alternatives;
    if (used.has(engine.id)) continue;
    const hops = await router().route(source, target, { localOnly: work.localOnly, engine: engine.id });
    if (hops) await translate(hops, work.options);
  }
  const inventive = engines.find((engine) => engine.supports?.("instructions", { source, target }));
  const hops = inventive && (await router().route(source, target, { localOnly: work.localOnly, engine: inventive.id }));
  for (let tries = 0; hops && alternatives.length < count && tries < count; tries++) {
    const others = [...seen].map((text) => JSON.stringify(text.slice(0, MAX_SHOWN))).join(", ");
    const instructions = `${work.options?.instructions ?? ""} Word it differently from: ${others}`.trim();
    await translate(hops, { ...work.options, instructions });
  }
  return alternatives;
}
