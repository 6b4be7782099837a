import type { z } from "zod";
import { AppError, type FieldError, invalidRequest } from "@/lib/base/errors";
import { MODEL_STATUSES } from "@/lib/engines/bergamot/models/manifest";
import { rankOf } from "@/lib/engines/bergamot/ranks";
import type { Engine, Hop } from "@/lib/engines/engine";
import { modelFetcher } from "@/lib/engines/models/installation";
import { knownPairs, modelLanguage, modelsFor } from "@/lib/engines/models/known-pairs";
import { engineQualities, engines, router } from "@/lib/engines/registry";
import type { ReachableTargets } from "@/lib/engines/routing";
import type { Caller } from "@/lib/identity/auth/caller";
import { countUsage } from "@/lib/identity/quota/usage";
import type { EngineList, EnginesQuery, Languages, LanguagesQuery } from "@/lib/schemas/translate";
import { detectors } from "@/lib/text/detect/detectors";
import {
  baseLanguage,
  distinctName,
  equalsWithImpliedRegion,
  languageDirection,
  languageName,
  matchLanguage,
  nativeLanguageName,
  parseLanguage,
  suggestLanguages,
} from "@/lib/text/languages";
import { CAUSE_HINTS } from "@/lib/vocabulary/causes";

/**
 * An account's options for routing: whether text may be sent to other machines, and optionally a single engine. With
 * `accountId`, missing models are downloaded on its behalf.
 */
export type RoutingScope = Pick<Caller, "localOnly"> & {
  readonly engine?: string | undefined;
  readonly accountId?: string;
};

/**
 * Milliseconds for which the table of languages is cached, because every request needs it. Replacing the engines
 * invalidates it at once.
 */
const TABLE_TTL_MS = 1_000;
type CachedTable = {
  readonly until: number;
  readonly of: readonly Engine[];
  readonly table: Promise<readonly ReachableTargets[]>;
};
const kept = new Map<boolean, CachedTable>();

/** Currently available languages, each with its targets, best first. */
function routedLanguages({ localOnly }: RoutingScope): Promise<readonly ReachableTargets[]> {
  const of = engines();
  const known = kept.get(localOnly);
  if (known && known.of === of && known.until > performance.now()) return known.table;
  const table = router().languages({ localOnly });
  kept.set(localOnly, { until: performance.now() + TABLE_TTL_MS, of, table });
  table.catch(() => kept.delete(localOnly));
  return table;
}

/** Expected chrF of a pair on the best route, including the loss by a pivot; 0 if no engine supports it. */
export async function expectedQuality(source: string, target: string, reach: RoutingScope): Promise<number> {
  const from = (await routedLanguages(reach)).find(({ code }) => code === source);
  return from?.routes[from.targets.indexOf(target)]?.score ?? 0;
}

/** The language pairs that this server can translate. */
export type LanguageGrid = {
  /** Sorted by name in the interface's language. */
  readonly languages: readonly { readonly code: string; readonly name: string }[];
  /** By `source target`. */
  readonly pairs: Readonly<Record<string, { readonly quality: number; readonly engines: readonly string[] }>>;
  /** Languages that only a model would add, at first use if `onDemand`; download size of the smallest in bytes. */
  readonly further: readonly { readonly code: string; readonly name: string; readonly downloadBytes: number }[];
  readonly onDemand: boolean;
};

export async function languageGrid(reach: RoutingScope, display: string): Promise<LanguageGrid> {
  const routed = await routedLanguages(reach);
  const { languages, modelSource } = await listLanguages(reach, { display, include: "installable" });
  const pairs = routed.flatMap(({ code, targets, routes }) =>
    routes.map(({ hops, score }, i): [string, LanguageGrid["pairs"][string]] => [
      `${code} ${targets[i]}`,
      { quality: Math.round(score), engines: hops.map(({ engine }) => engine.id) },
    ]),
  );
  const spoken = [...new Set(pairs.flatMap(([pair]) => pair.split(" ")))];
  const named = spoken.map((code) => ({ code, name: languageName(code, display) }));
  const further = languages.flatMap(({ code, name, installable = [] }) => {
    const sizes = installable.map((one) => one.downloadBytes);
    return spoken.includes(code) || sizes.length === 0 ? [] : [{ code, name, downloadBytes: Math.min(...sizes) }];
  });
  named.sort((a, b) => a.name.localeCompare(b.name, display));
  const onDemand = modelSource?.onDemand === true && modelSource.reachable;
  return { languages: named, pairs: Object.fromEntries(pairs), further, onDemand };
}

/** The languages of `GET /languages`: those available now, sorted by name. */
export async function listLanguages(reach: RoutingScope, query: z.output<typeof LanguagesQuery>): Promise<Languages> {
  const available = await routedLanguages(reach);
  const display = query.display ?? "en";
  const withModels = query.include === "installable";
  const only = query.source === undefined ? null : requireSource(query.source, available, withModels);
  const view = (code: string, targets: readonly string[]) => ({
    code,
    name: languageName(code, display),
    nativeName: nativeLanguageName(code),
    direction: languageDirection(code),
    targets: [...targets],
  });
  const isWanted = (code: string) => only === null || code === only;
  const named = available.filter(({ code }) => isWanted(code)).map(({ code, targets }) => view(code, targets));
  const byName = (a: { readonly name: string }, b: { readonly name: string }) => a.name.localeCompare(b.name, display);
  if (!withModels) return { languages: named.sort(byName) };
  const codes = new Set(named.map(({ code }) => code));
  const others = modelSources().filter((code) => !codes.has(code) && isWanted(code));
  return {
    languages: [...named, ...others.map((code) => view(code, []))]
      .map((language) => ({ ...language, installable: installableFrom(language.code, new Set(language.targets)) }))
      .sort(byName),
    modelSource: modelFetcher().source,
  };
}

/** Additional targets of a language that models would add, with download size and expected chrF. */
function installableFrom(source: string, served: ReadonlySet<string>) {
  return modelSources(source).flatMap((target) => {
    const models = served.has(target) ? null : modelsFor(source, target);
    if (!models) return [];
    const ranks = models.map((model) => rankOf(model.source, model.target, model.architecture));
    const downloadBytes = models.reduce((sum, model) => sum + model.downloadBytes, 0);
    const status = MODEL_STATUSES.findLast((status) => models.some((model) => model.status === status)) ?? "released";
    return [{ target, engine: "bergamot", status, downloadBytes, quality: Math.min(...ranks) }];
  });
}

/** Languages that models can read or write, except one. */
function modelSources(but?: string): string[] {
  return [...new Set(knownPairs().flatMap(({ source, target }) => [source, target]))].filter((code) => code !== but);
}

/** The engines that translate a pair without a pivot, best first. Throws 400 for languages. */
export async function listEngines(reach: RoutingScope, query: z.output<typeof EnginesQuery>): Promise<EngineList> {
  const { source, target } = await resolvePair(query.source, query.target, reach);
  const routes = source === null || source === target ? [] : await router().routesFor(source, target, reach);
  return {
    engines: routes.map(({ hops, rank }) => {
      const { engine } = hops[0]!;
      const stored = hops.length === 1 ? engineQualities().get(`${engine.id} ${source} ${target}`) : undefined;
      return {
        id: engine.id,
        isLocal: engine.local,
        formality: engine.supports?.("formality", { source: source!, target }) ?? false,
        quality: rank,
        qualityOrigin: stored?.origin ?? ("estimated" as const),
      };
    }),
  };
}

/** The targets for which an engine supports formality. */
export async function formalTargets({ localOnly }: RoutingScope): Promise<ReadonlySet<string>> {
  const able = engines().filter(({ local, supports }) => supports && (local || !localOnly));
  const found = await Promise.all(
    able.map(async (engine) => {
      const directions = await engine.directions().catch(() => []);
      return directions.filter((one) => engine.supports?.("formality", one)).map(({ target }) => target);
    }),
  );
  return new Set(found.flat());
}

/** True if an engine, or two in sequence, can translate the pair for an account. Tags are canonical. */
export async function canTranslate(source: string, target: string, reach: RoutingScope): Promise<boolean> {
  const available = await routedLanguages(reach);
  const from = matchLanguage(
    source,
    available.map(({ code }) => code),
  );
  const targets = available.find(({ code }) => code === from)?.targets ?? [];
  return matchLanguage(target, targets) !== null;
}

/**
 * The languages of a request as the engines' tags. `source` is null if it is to be detected. `hops` is null then, if
 * nothing needs translation, and while models of the pair are being downloaded.
 */
export type Pair = {
  readonly source: string | null;
  readonly target: string;
  readonly hops: readonly Hop[] | null;
};

/** Resolves the languages of a request. Throws 400. */
export async function resolvePair(
  sourceInput: string | undefined,
  targetInput: string,
  reach: RoutingScope,
): Promise<Pair> {
  const { source, target, faults } = await readPair(sourceInput, targetInput, reach);
  if (faults.length > 0 || target === null) {
    countDemand(sourceInput, targetInput);
    throw invalidRequest(faults);
  }
  if (source === null) return { source, target, hops: null };
  const hops = await findHops(source, target, reach);
  const isServed = hops !== null || isSame(source, target) || isComing(source, target, reach);
  if (!isServed) {
    countDemand(source, target);
    throw invalidRequest([await noRoute(source, target, reach)]);
  }
  return { source, target, hops };
}

/** Counts a refused request as demand for the models that it would need, if such models exist. */
export function countDemand(source: string | undefined, target: string): void {
  const [from, to] = [source === undefined ? null : parseLanguage(source), parseLanguage(target)];
  if (from && to && modelsFor(from, to)) countUsage({ source: from, target: to });
}

/** One target of a request with several: `name` as sent, and its pair, or the error of an unsupported pair. */
export type NamedTarget = { readonly name: string; readonly pair: Pair | AppError };

/** Resolves the languages of a request with several targets. Throws 400 for unknown and repeated languages. */
export async function resolveTargets(
  sourceInput: string | undefined,
  names: readonly string[],
  reach: RoutingScope,
): Promise<readonly NamedTarget[]> {
  const { targets, faults } = await readTargets(sourceInput, names, reach);
  if (faults.length > 0) throw invalidRequest(faults);
  return Promise.all(
    names.map(async (name, i) => {
      const pair = await resolvePair(sourceInput, targets[i]!, reach).catch((thrown: unknown) => {
        if (!(thrown instanceof AppError)) throw thrown;
        return invalidRequest(atTarget((thrown.details.errors ?? []) as readonly FieldError[], i));
      });
      return { name, pair };
    }),
  );
}

/** The targets as the engines' tags, and the errors of all languages, of the engine, and of repeated languages. */
async function readTargets(sourceInput: string | undefined, names: readonly string[], reach: RoutingScope) {
  const read = await Promise.all(names.map((name) => readPair(sourceInput, name, reach)));
  const targets = read.map(({ target }) => target);
  const ofTargets = read.flatMap(({ faults }, i) =>
    atTarget(
      faults.filter(({ path }) => path === "target"),
      i,
    ),
  );
  const repeated = targets.flatMap((target, i): FieldError[] =>
    target !== null && targets.indexOf(target) < i
      ? [{ path: `targets.${i}`, code: "duplicate", message: "The language is already in targets." }]
      : [],
  );
  const shared = (read[0]?.faults ?? []).filter(({ path }) => path !== "target");
  return { targets, faults: [...shared, ...ofTargets, ...repeated] };
}

function atTarget(faults: readonly FieldError[], i: number): FieldError[] {
  return faults.map((fault) => (fault.path === "target" ? { ...fault, path: `targets.${i}` } : fault));
}

/** The hops between two languages; null if no route exists or the languages are equal. */
export async function findHops(
  source: string,
  target: string,
  { localOnly, engine }: RoutingScope,
): Promise<readonly Hop[] | null> {
  return source === target ? null : await router().route(source, target, { localOnly, engine });
}

/** True for an unsupported pair whose models are being downloaded for the account, or cannot be downloaded now. */
function isComing(source: string, target: string, { engine, accountId }: RoutingScope): boolean {
  const models = engine === undefined || engine === "bergamot" ? modelsFor(source, target) : null;
  if (!models) return false;
  const fetcher = modelFetcher();
  const wanted = accountId === undefined ? null : fetcher.want(accountId, models);
  return (wanted ?? fetcher.coming(models) ?? fetcher.unavailable(models, accountId)) !== null;
}

/** The errors of a request's languages and engine, to be reported together with its other errors. */
export async function pairFaults(
  { localOnly }: RoutingScope,
  given: Readonly<Record<string, unknown>>,
): Promise<readonly FieldError[]> {
  const named = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  const reach = { localOnly, engine: named(given.engine) };
  if (Array.isArray(given.targets) && given.target === undefined) {
    const names = given.targets.filter((one) => named(one) !== undefined);
    return names.length === given.targets.length ? (await readTargets(named(given.source), names, reach)).faults : [];
  }
  const { source, target, faults } = await readPair(named(given.source), named(given.target), reach);
  if (faults.length > 0 || source === null || target === null) return faults;
  const isPossible = isSame(source, target) || (await findHops(source, target, reach)) !== null;
  return isPossible ? [] : [await noRoute(source, target, reach)];
}

/** The named languages as the engines' tags, with their errors. */
async function readPair(sourceInput: string | undefined, targetInput: string | undefined, reach: RoutingScope) {
  const { sources, all } = tagsOf(await routedLanguages(reach));
  const auto = sourceInput === undefined || sourceInput.toLowerCase() === "auto";
  // A variant that engines only support as a target, such as en-US, is treated as its base language.
  const source = auto ? null : readLanguage("source", sourceInput, sources, { others: all });
  const target = targetInput === undefined ? null : readLanguage("target", targetInput, all);
  const faults = [source, target].filter((one) => typeof one === "object" && one !== null);
  const present = engines().filter(({ local }) => local || !reach.localOnly);
  if (reach.engine !== undefined && !present.some(({ id }) => id === reach.engine)) faults.push(wrongEngine(present));
  return { source: tagIn(source), target: tagIn(target), faults };
}

/**
 * True if a pair without hops needs no translation: the tags are equal, or one only adds the region that the other
 * implies, such as `en` and `en-US`. Tags are canonical.
 */
export function isSame(source: string, target: string): boolean {
  return source === target || equalsWithImpliedRegion(source, target);
}

/** The error of a request for an unsupported pair, which says why no route exists. */
export async function noRoute(source: string, target: string, reach: RoutingScope): Promise<FieldError> {
  const { localOnly, engine } = reach;
  const others = engine === undefined ? [] : await router().enginesFor(source, target, { localOnly });
  if (others.length > 0) return wrongEngine(others);
  const { hints, ...facts } = await pairFacts(source, target, reach);
  const message = `No engine translates from ${source} to ${target}.${hints}`;
  return { path: "target", code: "unsupported_pair", message, ...facts };
}

/** Parts of the message for an unsupported pair; `hints`: models and similar pairs, with a leading space. */
async function pairFacts(source: string, target: string, reach: RoutingScope) {
  const available = await routedLanguages(reach);
  const models = modelsFor(source, target);
  const reason = modelFetcher().causeOf(models);
  return {
    hints: `${CAUSE_HINTS[reason]}${nearPairs(source, target, available)}`,
    reason,
    supportedTargets: available.find(({ code }) => code === source)?.targets ?? [],
    installable: models !== null,
  };
}

/** A sentence that names similar pairs that work: other targets of the language, else other sources of the target. */
function nearPairs(language: string, target: string, available: Awaited<ReturnType<typeof routedLanguages>>): string {
  const own = available.find(({ code }) => code === language)?.targets ?? [];
  const into = available.filter(({ targets }) => targets.includes(target));
  const near = own.length > 0 ? own.map((other) => [language, other]) : into.map(({ code }) => [code, target]);
  const named = near.slice(0, 3).map((pair) => pair.join(" to "));
  return named.length > 0 ? ` Pairs that work: ${named.join(", ")}.` : "";
}

/**
 * Why no route exists for a text whose language was detected. Names the language, whether a model exists, and similar
 * pairs: other targets of it, else other sources of the target.
 */
export async function noRouteDetected(language: string, target: string, reach: RoutingScope): Promise<FieldError> {
  const { hints, ...facts } = await pairFacts(language, target, reach);
  const message = `The text is in ${languageName(language)} (${language}), which no engine here translates into ${languageName(target)}.${hints}`;
  return { path: "source", code: "unsupported_language", message, detectedLanguage: language, ...facts };
}

/** Whether engines can translate from or to a language, and whether an available model could. */
export async function serviceOf(
  language: string,
  reach: RoutingScope,
): Promise<{ readonly supported: boolean; readonly installable: boolean }> {
  const { all } = tagsOf(await routedLanguages(reach));
  return { supported: all.set.has(language), installable: modelLanguage(language) !== null };
}

/** The sources that can be translated into a target, or into any. */
export async function sourcesInto(target: string | null, reach: RoutingScope): Promise<ReadonlySet<string>> {
  const able = (await routedLanguages(reach)).filter(({ targets }) => target === null || targets.includes(target));
  return new Set(able.map(({ code }) => code));
}

/** Tags that detection can return: all sources and targets. */
export async function detectableLanguages(reach: RoutingScope): Promise<readonly string[]> {
  return tagsOf(await routedLanguages(reach)).all.list;
}

function wrongEngine(possible: readonly Engine[]): FieldError {
  const suggestions = possible.map(({ id }) => id);
  const message = `The engine named in engine cannot translate this pair. Engines that can: ${suggestions.join(", ")}.`;
  return { path: "engine", code: "format", reason: "engine_cannot", message, suggestions };
}

function requireSource(input: string, available: readonly ReachableTargets[], withModels: boolean): string {
  const { sources } = tagsOf(available);
  const source = readLanguage("source", input, sources, { withModels });
  if (typeof source === "string") return source;
  throw invalidRequest([source]);
}

type Tags = { readonly list: readonly string[]; readonly set: ReadonlySet<string> };

/** Tags of the languages that engines can translate from, that they can translate into, and of all of these. */
type ServedTags = { readonly sources: Tags; readonly targets: Tags; readonly all: Tags };

/** Cached for each table, because every request needs it. */
const tags = new WeakMap<readonly ReachableTargets[], ServedTags>();

function tagsOf(available: readonly ReachableTargets[]): ServedTags {
  const known = tags.get(available);
  if (known) return known;
  const sources = available.map(({ code }) => code);
  const targets = available.flatMap((language) => language.targets);
  const made = { sources: distinct(sources), targets: distinct(targets), all: distinct([...sources, ...targets]) };
  tags.set(available, made);
  return made;
}

function distinct(tags: readonly string[]): Tags {
  const set = new Set(tags);
  return { list: [...set], set };
}

/** The languages that can be translated now, without their names. */
export async function servedTags(reach: RoutingScope): Promise<ServedTags> {
  return tagsOf(await routedLanguages(reach));
}

/**
 * Resolves the language in a field to one of the `known` tags, else to one of the `others`, else to the language of a
 * model, which can be downloaded only for some pairs. Otherwise an error of the field.
 */
function readLanguage(
  path: string,
  input: string,
  known: Tags,
  { others = known, withModels = true }: { readonly others?: Tags; readonly withModels?: boolean } = {},
): string | FieldError {
  if (known.set.has(input)) return input;
  const tag = parseLanguage(input);
  const served = tag && (matchLanguage(tag, known.list) ?? matchLanguage(tag, others.list));
  const installable = tag && withModels ? modelLanguage(tag) : null;
  return served ?? installable ?? unsupported(path, input, tag, known);
}

function tagIn(read: string | FieldError | null): string | null {
  return typeof read === "string" ? read : null;
}

const LISTED = " GET /v1/languages lists what there is.";

function unsupported(path: string, input: string, meant: string | null, known: Tags): FieldError {
  const suggestions = suggestLanguages(input.slice(0, 64), known.list);
  const base = meant === null ? "" : baseLanguage(meant);
  const same = suggestions.filter((tag) => baseLanguage(tag) === base);
  const side = path.startsWith("source") ? "sources" : "targets";
  const inModel = meant !== null && same.length === 0 ? modelLanguage(base, side) : null;
  const names = (inModel ? [inModel] : same).map((tag) => `${distinctName(tag, meant!)} (${tag})`);
  const others = suggestions.length > 0 ? ` Did you mean ${suggestions.join(" or ")}?` : LISTED;
  const none =
    base === (meant ?? "") ? others : ` ${languageName(base)} is not translated here in any script or region.`;
  const available = inModel ? "can be installed" : "is available";
  const hint = names.length > 0 ? ` ${languageName(base)} ${available} as ${names.join(" or ")}.` : none;
  return {
    path,
    code: "unsupported_language",
    message: `The language in ${path} is not supported.${hint}`,
    suggestions,
    ...(meant === null ? {} : { reason: "no_engine" as const }),
    installable: meant !== null && modelLanguage(meant) !== null,
  };
}

/** Loads in advance what the first request would otherwise wait for: the engines' directions and language detection. */
export async function warmUp(): Promise<void> {
  await Promise.all([router().languages(), detectors()]);
}
