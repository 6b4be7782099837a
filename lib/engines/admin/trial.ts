import { env } from "@/lib/base/env";
import { EngineError } from "@/lib/engines/engine";
import type { RemoteEngine } from "@/lib/engines/remote/engine";
import { LoopFault, leadsHere } from "@/lib/engines/remote/http";
import { refusalOf } from "@/lib/engines/remote/refusal";
import { openService, type ServiceSettings } from "@/lib/engines/remote/service";
import type { ServiceTest, ServiceTrial } from "@/lib/schemas/engines";
import { plainSegment, plainText } from "@/lib/text/segment";
import type { Refusal } from "@/lib/vocabulary/engines";
import { chrF } from "./quality/chrf";
import { OWN_SET, readTestSet } from "./quality/test-set";

/** Most services know English, and a person sees at once whether the translation is right. */
const TEXT = "Good morning.";
/** Timeout of the first call in milliseconds: a model on a CPU may take half a minute. */
const PATIENCE_MS = 45_000;
/** Timeout of the question whether an address is this server's. */
const PROBE_MS = 3_000;
/** Sentences by which a pair is measured, and the time for all pairs in milliseconds; what takes longer isn't measured. */
const SENTENCES = 5;
const MEASURING_MS = 15_000;

/**
 * Makes one real call with settings, saved or not, and finds out whether their address is this server. The vendor charges
 * about a dozen characters. Null: the key can't be decrypted.
 */
export async function tryService(settings: ServiceSettings | null): Promise<ServiceTest> {
  return (await attempt(settings, async () => {})).test;
}

/** {@link tryService}, and the quality of the pairs with English that our own sentences have. */
export async function trialOf(settings: ServiceSettings | null): Promise<ServiceTrial> {
  const { test, more: pairs = [] } = await attempt(settings, measurePairs);
  const { ok, text: sent, translation: received, milliseconds: ms, message, refusal } = test;
  return { ok, sent, received, ms, pairs, message, refusal };
}

/** `then` follows a call that succeeds. */
async function attempt<T>(
  settings: ServiceSettings | null,
  then: (engine: RemoteEngine) => Promise<T>,
): Promise<{ readonly test: ServiceTest; readonly more?: T }> {
  if (!settings)
    return { test: failed("The key can't be decrypted. Enter it again.", { reason: "key_unreadable", status: null }) };
  const engine = openService(settings, env());
  try {
    const test = await callOnce(engine);
    // A call may fail before it reaches the address, such as for Google's token.
    if (!test.ok && settings.url && (await leadsHere(settings.url, PROBE_MS))) {
      const loop = new LoopFault(engine.id);
      return { test: { ...test, message: loop.message, refusal: refusalOf(loop) } };
    }
    return test.ok ? { test, more: await then(engine) } : { test };
  } finally {
    await engine.close();
  }
}

async function callOnce(engine: RemoteEngine): Promise<ServiceTest> {
  const started = performance.now();
  const elapsed = () => Math.round(performance.now() - started);
  try {
    const directions = await engine.directions();
    const from = directions.filter(({ source }) => source === "en");
    const direction = from.find(({ target }) => target === "es") ?? from[0] ?? directions[0];
    if (!direction) {
      if (engine.listError) throw engine.listError;
      return failed("It names no languages.", { reason: "no_languages", status: null }, elapsed());
    }
    const { source, target } = direction;
    const [answer] = await engine.translate([plainSegment(TEXT)], direction, {
      priority: "interactive",
      timeoutMs: PATIENCE_MS,
    });
    const translation = plainText(answer?.text ?? "");
    if (translation.trim() === "")
      return failed("It answers without a translation.", { reason: "unexpected_answer", status: null }, elapsed());
    const outcome = { ok: true, milliseconds: elapsed(), directions: directions.length, source, target };
    return { ...outcome, text: TEXT, translation, message: null, refusal: null };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return failed(error.message, refusalOf(error), elapsed());
  }
}

/** All pairs at once: the engine's own limits order them. */
async function measurePairs(engine: RemoteEngine): Promise<ServiceTrial["pairs"]> {
  const { sentences } = await readTestSet(OWN_SET);
  const signal = AbortSignal.timeout(MEASURING_MS);
  const pairs = (await engine.directions()).filter(
    ({ source, target }) => (source === "en" || target === "en") && sentences.has(source) && sentences.has(target),
  );
  const measured = pairs.map(async ({ source, target }) => {
    const texts = (sentences.get(source) ?? []).slice(0, SENTENCES).map(plainSegment);
    const references = (sentences.get(target) ?? []).slice(0, SENTENCES);
    const answers = await engine
      .translate(texts, { source, target }, { priority: "bulk", signal, timeoutMs: MEASURING_MS })
      .catch(() => null);
    if (!answers) return [];
    const score = chrF(
      answers.map(({ text }) => plainText(text)),
      references,
    );
    return [{ source, target, chrf: Math.round(score * 10) / 10 }];
  });
  return (await Promise.all(measured)).flat();
}

function failed(message: string, refusal: Refusal, milliseconds = 0): ServiceTest {
  const nothing = { directions: 0, source: null, target: null, translation: null };
  return { ok: false, milliseconds, ...nothing, text: TEXT, message, refusal };
}
