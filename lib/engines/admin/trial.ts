import { env } from "@/lib/base/env";
import { EngineError } from "@/lib/engines/engine";
import { router } from "@/lib/engines/registry";
import type { RemoteEngine } from "@/lib/engines/remote/engine";
import { LoopFault, leadsHere } from "@/lib/engines/remote/http";
import { refusalOf } from "@/lib/engines/remote/refusal";
import { openService, type ServiceSettings } from "@/lib/engines/remote/service";
import type { ServiceTest, ServiceTrial } from "@/lib/schemas/engines";
import { matchLanguage } from "@/lib/text/languages";
import { plainSegment, plainText } from "@/lib/text/segment";
import type { Refusal } from "@/lib/vocabulary/engines";
import type { Pair } from "./project-pairs";
import { chrF } from "./quality/chrf";
import { OWN_SET, readTestSet } from "./quality/test-set";

/** Most services support English, and a person sees immediately whether the translation is right. */
const TEXT = "Good morning.";
/** Timeout of the first call in milliseconds; a model on a CPU may need half a minute. */
const PATIENCE_MS = 45_000;
/** Timeout in milliseconds of the check whether an address belongs to this server. */
const PROBE_MS = 3_000;
/** Sentences that measure a pair, and the time limit of all pairs in milliseconds; later pairs are skipped. */
const SENTENCES = 5;
const MEASURING_MS = 15_000;
/** Maximum pairs, besides the requested ones, tested for a loop to this server; each costs 20 characters. */
const MAX_PROBES = 6;

/**
 * Sends one real request with settings, saved or not, and checks whether their address belongs to this server. The
 * vendor charges about a dozen characters. Null if the key can't be decrypted.
 */
export async function tryService(settings: ServiceSettings | null): Promise<ServiceTest> {
  return (await attempt(settings, [], async () => {})).test;
}

/** {@link tryService}, and the results for the given pairs and for pairs with English in our own test set. */
export async function trialOf(settings: ServiceSettings | null, wanted: readonly Pair[] = []): Promise<ServiceTrial> {
  const { test, more: pairs = [] } = await attempt(settings, wanted, (engine) => measurePairs(engine, wanted));
  const { ok, text: sent, translation: received, milliseconds: ms, message, refusal } = test;
  return { ok, sent, received, ms, pairs, message, refusal };
}

/** Tests a service with one call; runs `then` if the call succeeds. */
async function attempt<T>(
  settings: ServiceSettings | null,
  wanted: readonly Pair[],
  then: (engine: RemoteEngine) => Promise<T>,
): Promise<{ readonly test: ServiceTest; readonly more?: T }> {
  if (!settings)
    return { test: failed("The key can't be decrypted. Enter it again.", { reason: "key_unreadable", status: null }) };
  const engine = openService(settings, env());
  try {
    // Only other kinds of service can be this server: it has no chat protocol, and no vendor's own address is ours.
    const probed = settings.url && settings.kind !== "openai" ? wanted : null;
    const test = await callOnce(engine, probed);
    // A request may fail before it reaches the address, for example while fetching Google's token.
    if (!test.ok && settings.url && (await leadsHere(settings.url, PROBE_MS))) {
      const loop = new LoopFault(engine.id);
      return { test: { ...test, message: loop.message, refusal: refusalOf(loop) } };
    }
    return test.ok ? { test, more: await then(engine) } : { test };
  } finally {
    await engine.close();
  }
}

async function callOnce(engine: RemoteEngine, wanted: readonly Pair[] | null): Promise<ServiceTest> {
  const started = performance.now();
  const elapsed = () => Math.round(performance.now() - started);
  try {
    const directions = await engine.directions();
    const from = directions.filter(({ source }) => source === "en");
    const direction = from.find(({ target }) => target === "es") ?? from[0] ?? directions[0];
    if (!direction) {
      if (engine.listError) throw engine.listError;
      return failed("The service lists no languages.", { reason: "no_languages", status: null }, elapsed());
    }
    const { source, target } = direction;
    const options = { priority: "interactive", timeoutMs: PATIENCE_MS } as const;
    const [[answer]] = await Promise.all([
      engine.translate([plainSegment(TEXT)], direction, options),
      engine.probe(direction, ...(wanted ? await mayLeadBack(directions, wanted) : [])),
    ]);
    const translation = plainText(answer?.text ?? "");
    if (translation.trim() === "")
      return failed("The response contains no translation.", { reason: "unexpected_answer", status: null }, elapsed());
    const outcome = { ok: true, milliseconds: elapsed(), directions: directions.length, source, target };
    return { ...outcome, text: TEXT, translation, message: null, refusal: null };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return failed(error.message, refusalOf(error), elapsed());
  }
}

/** The requested pairs and some that this server also translates: a service may forward any of them to this server. */
async function mayLeadBack(directions: readonly Pair[], wanted: readonly Pair[]): Promise<readonly Pair[]> {
  const own = new Map((await router().languages()).map(({ code, targets }) => [code, targets]));
  const common = directions.filter(({ source, target }) => own.get(source)?.includes(target));
  const some = common.filter((_, i) => i % Math.ceil(common.length / MAX_PROBES) === 0);
  return [...wanted.map((pair) => servedBy(directions, pair)), ...some];
}

/** Measures all pairs concurrently: the engine limits its own concurrency. */
async function measurePairs(engine: RemoteEngine, wanted: readonly Pair[]): Promise<ServiceTrial["pairs"]> {
  const { sentences } = await readTestSet(OWN_SET);
  const signal = AbortSignal.timeout(MEASURING_MS);
  const directions = await engine.directions();
  const english = directions.filter(
    ({ source, target }) => (source === "en" || target === "en") && sentences.has(source) && sentences.has(target),
  );
  const pairs = new Map([...wanted, ...english].map((pair) => [`${pair.source} ${pair.target}`, pair]));
  const measured = [...pairs.values()].map(async ({ source, target }) => {
    const nothing = { source, target, chrf: null, sent: null, received: null, ms: null };
    const references = sentences.get(nearest(target, sentences.keys()))?.slice(0, SENTENCES);
    // Without reference translations no score is computed, so the first sentence is enough.
    const sent = sentences.get(nearest(source, sentences.keys()))?.slice(0, references?.length ?? 1);
    if (!sent) return nothing;
    const options = { priority: "bulk", signal, timeoutMs: MEASURING_MS } as const;
    const started = performance.now();
    const pair = servedBy(directions, { source, target });
    const answers = await engine.translate(sent.map(plainSegment), pair, options).catch(() => []);
    const texts = answers.map(({ text }) => plainText(text));
    if (texts.length === 0) return { ...nothing, sent: sent[0]! };
    const chrf = references ? Math.round(chrF(texts, references) * 10) / 10 : null;
    return { source, target, chrf, sent: sent[0]!, received: texts[0]!, ms: Math.round(performance.now() - started) };
  });
  return (await Promise.all(measured)).filter(({ received }, i) => received !== null || i < wanted.length);
}

/** The pair in the tags that the service uses. */
function servedBy(directions: readonly Pair[], pair: Pair): Pair {
  const source = nearest(pair.source, new Set(directions.map((one) => one.source)));
  const targets = directions.filter((one) => one.source === source).map((one) => one.target);
  return { source, target: nearest(pair.target, targets) };
}

/** The tag in the list that covers a tag, such as `pt` for `pt-BR`; without one, the tag itself. */
function nearest(tag: string, tags: Iterable<string>): string {
  return matchLanguage(tag, [...tags]) ?? tag;
}

function failed(message: string, refusal: Refusal, milliseconds = 0): ServiceTest {
  const nothing = { directions: 0, source: null, target: null, translation: null };
  return { ok: false, milliseconds, ...nothing, text: TEXT, message, refusal };
}
