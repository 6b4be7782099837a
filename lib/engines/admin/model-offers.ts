import type { z } from "zod";
import { rankOf } from "@/lib/engines/bergamot/ranks";
import { engines, router } from "@/lib/engines/registry";
import { HOP_PENALTY } from "@/lib/engines/routing";
import type { Caller } from "@/lib/identity/auth/caller";
import type { Model, ModelOfferList, ModelOffersQuery } from "@/lib/schemas/engines";
import { matchLanguage, parseLanguage } from "@/lib/text/languages";
import { listModels } from "./models";

/** Mozilla's models translate from or into English, so all other pairs use it as pivot. */
const PIVOT = "en";
/** Maximum time in milliseconds until the engine notices an installed model. */
const NOTICED_MS = 15_000;
/** Minimum chrF gain for which a model's memory use is justified. */
const WORTH_IT = 1;

/**
 * Models that would improve translations from a language: the targets that they would add or translate better than the
 * current engines, and the models to install for each. Without a source, returns only the models' source languages.
 */
export async function listOffers(
  caller: Caller,
  { source: input }: z.output<typeof ModelOffersQuery>,
): Promise<z.input<typeof ModelOfferList>> {
  const { models } = await listModels();
  const sources = [...new Set(models.map(({ source }) => source))].sort();
  const tag = input === undefined ? null : parseLanguage(input);
  const source = tag && matchLanguage(tag, sources);
  if (!source) return { sources, offers: [] };

  const byPair = new Map(models.map((model) => [`${model.source} ${model.target}`, model]));
  const [serving, present] = await Promise.all([servingPairs(), presentScores(caller, source)]);
  const targets = [...new Set(models.map(({ target }) => target))].filter((target) => target !== source).sort();
  const offers = targets.flatMap((target) => {
    const direct = byPair.get(`${source} ${target}`);
    const [first, second] = [byPair.get(`${source} ${PIVOT}`), byPair.get(`${PIVOT} ${target}`)];
    const way = direct ? [direct] : first && second ? [first, second] : [];
    const missing = way.filter((model) => !serving.has(`${model.source} ${model.target}`));
    const score = Math.min(...way.map(rank)) - (way.length > 1 ? HOP_PENALTY : 0);
    const now = present.get(target);
    if (missing.length === 0 || (now !== undefined && score < now + WORTH_IT)) return [];
    return [{ target, isBetter: now !== undefined, models: missing, isComing: missing.some(isComing) }];
  });
  return { sources, offers };
}

function isComing({ installation, installed }: z.input<typeof Model>): boolean {
  if (installation) return installation.state !== "failed";
  return installed !== null && Date.now() - Date.parse(installed.installedAt) < NOTICED_MS;
}

/** Pairs that the engine already translates. A model that was just installed is not included yet. */
async function servingPairs(): Promise<ReadonlySet<string>> {
  const bergamot = engines().find(({ id }) => id === "bergamot");
  const directions = (await bergamot?.directions()) ?? [];
  return new Set(directions.map(({ source, target }) => `${source} ${target}`));
}

/** Current score of each target. */
async function presentScores({ localOnly }: Caller, source: string): Promise<ReadonlyMap<string, number>> {
  const reaches = await router().languages({ localOnly });
  const reach = reaches.find(({ code }) => code === source);
  return new Map(reach?.targets.map((target, index) => [target, reach.routes[index]!.score]));
}

function rank({ source, target, installed, offered }: z.input<typeof Model>): number {
  return rankOf(source, target, installed?.architecture ?? offered?.architecture ?? "");
}
