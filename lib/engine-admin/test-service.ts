import { EngineError } from "@/lib/engines/engine";
import { configuredServices } from "@/lib/engines/remote/configured";
import { openService } from "@/lib/engines/remote/service";
import { env } from "@/lib/env";
import { notFound } from "@/lib/errors";
import type { ServiceTest } from "@/lib/schemas/engines";
import type { ServiceKind } from "@/lib/schemas/service-fields";
import { plainSegment, plainText } from "@/lib/text/segment";
import { serviceOf, storedServices } from "./stored-services";

/** Most services know English, and a person sees at once whether the translation is right. */
const TEXT = "Good morning.";
/** Timeout of the test in milliseconds: a model on a CPU may take half a minute. */
const PATIENCE_MS = 45_000;

/**
 * Makes one real call with a configured service, in use or not, and reports the outcome. The vendor charges about a
 * dozen characters. Throws 404 for an unknown service.
 */
export async function testService(kind: ServiceKind): Promise<ServiceTest> {
  const fixed = configuredServices(env()).find((service) => service.kind === kind);
  const row = fixed ? undefined : (await storedServices()).find((stored) => stored.kind === kind);
  if (!fixed && !row) throw notFound("engine");
  const settings = fixed ?? serviceOf(row!);
  const outcome = { ok: false, milliseconds: 0, directions: 0, source: null, target: null, translation: null };
  if (!settings) return { ...outcome, text: TEXT, message: "The key can't be decrypted. Enter it again." };
  const engine = openService(settings, env());
  const started = performance.now();
  try {
    const directions = await engine.directions();
    const from = directions.filter(({ source }) => source === "en");
    const direction = from.find(({ target }) => target === "es") ?? from[0] ?? directions[0];
    if (!direction) return { ...outcome, text: TEXT, message: engine.fault ?? "It names no languages." };
    const [answer] = await engine.translate([plainSegment(TEXT)], direction, {
      priority: "interactive",
      timeoutMs: PATIENCE_MS,
    });
    return {
      ok: true,
      milliseconds: Math.round(performance.now() - started),
      directions: directions.length,
      source: direction.source,
      target: direction.target,
      text: TEXT,
      translation: plainText(answer?.text ?? ""),
      message: null,
    };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { ...outcome, milliseconds: Math.round(performance.now() - started), text: TEXT, message: error.message };
  } finally {
    await engine.close();
  }
}
