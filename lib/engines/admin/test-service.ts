import type { z } from "zod";
import { env } from "@/lib/base/env";
import { notFound } from "@/lib/base/errors";
import { EngineError } from "@/lib/engines/engine";
import { configuredServices } from "@/lib/engines/remote/configured";
import { refusalOf } from "@/lib/engines/remote/refusal";
import { openService, type ServiceSettings } from "@/lib/engines/remote/service";
import type { ServiceTest, ServiceTestBody } from "@/lib/schemas/engines";
import type { ServiceKind } from "@/lib/schemas/service-fields";
import { plainSegment, plainText } from "@/lib/text/segment";
import type { Refusal } from "@/lib/vocabulary/engines";
import { unsavedService } from "./services";
import { serviceOf, storedServices } from "./stored-services";

/** Most services know English, and a person sees at once whether the translation is right. */
const TEXT = "Good morning.";
/** Timeout of the test in milliseconds: a model on a CPU may take half a minute. */
const PATIENCE_MS = 45_000;

/**
 * Makes one real call with a configured service, in use or not, or with settings that aren't saved, and reports the
 * outcome. The vendor charges about a dozen characters. Throws 404 for an unknown service, 400 for faulty settings.
 */
export async function testService(body: z.output<typeof ServiceTestBody>): Promise<ServiceTest> {
  const settings = body.isUnsaved ? await unsavedService(body) : await configuredService(body.kind);
  if (!settings)
    return failed("The key can't be decrypted. Enter it again.", { reason: "key_unreadable", status: null });
  const engine = openService(settings, env());
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
    const [answer] = await engine.translate([plainSegment(TEXT)], direction, {
      priority: "interactive",
      timeoutMs: PATIENCE_MS,
    });
    return {
      ok: true,
      milliseconds: elapsed(),
      directions: directions.length,
      source: direction.source,
      target: direction.target,
      text: TEXT,
      translation: plainText(answer?.text ?? ""),
      message: null,
      refusal: null,
    };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return failed(error.message, refusalOf(error), elapsed());
  } finally {
    await engine.close();
  }
}

/** The settings of the environment, else the stored ones; null if their key cannot be read. */
async function configuredService(kind: ServiceKind): Promise<ServiceSettings | null> {
  const fixed = configuredServices(env()).find((service) => service.kind === kind);
  if (fixed) return fixed;
  const row = (await storedServices()).find((stored) => stored.kind === kind);
  if (!row) throw notFound("engine");
  return serviceOf(row);
}

function failed(message: string, refusal: Refusal, milliseconds = 0): ServiceTest {
  const nothing = { directions: 0, source: null, target: null, translation: null };
  return { ok: false, milliseconds, ...nothing, text: TEXT, message, refusal };
}
