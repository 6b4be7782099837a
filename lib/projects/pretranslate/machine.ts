import { setTimeout } from "node:timers/promises";
import { AppError } from "@/lib/base/errors";
import { describeError, log } from "@/lib/base/log";
import { plainSegment, type Segment } from "@/lib/text/segment";
import {
  type SegmentTranslation,
  type TranslatedSegments,
  translateSegments,
  type Work,
} from "@/lib/translation/translate-segments";

/** The engine's result for a segment: a text, or the reason why there is none. */
export type Drafted =
  | {
      readonly type: "text";
      readonly text: string;
      readonly engine: string;
      /** The engine's own estimate, 0–100, or null. */
      readonly qualityScore: number | null;
      readonly fault: ItemFault | null;
    }
  | { readonly type: "failed"; readonly fault: ItemFault };

export type ItemFault = { readonly code: "mt_tag_lost" | "mt_timeout" | "mt_failed"; readonly message: string };

/**
 * Machine-translates segments, in order. If a batch fails, its segments are retried one by one, so that one bad segment
 * does not fail the others. Throws if the engine fails for all, because an outage is not the segment's fault.
 */
export async function draftByMachine(segments: readonly Segment[], work: Work): Promise<readonly Drafted[]> {
  const unique = new Map(segments.map((segment) => [nameOf(segment), segment]));
  const names = [...unique.keys()];
  const drafts = await draftAll([...unique.values()], work);
  const byName = new Map(names.map((name, i) => [name, drafts[i]!]));
  return segments.map((segment) => byName.get(nameOf(segment))!);
}

/** A key that is equal for segments that have the same translation. */
function nameOf({ text, codes }: Segment): string {
  return codes.length === 0 ? text : `${text}\n${JSON.stringify(codes)}`;
}

async function draftAll(segments: readonly Segment[], work: Work): Promise<readonly Drafted[]> {
  try {
    const { translations } = await inQueue(segments, work);
    return translations.map(drafted);
  } catch (error) {
    work.signal?.throwIfAborted();
    log.warn(
      { segments: segments.length, ...describeError(error) },
      "a batch of segments failed; retrying them one by one",
    );
    return oneByOne(segments, work);
  }
}

async function oneByOne(segments: readonly Segment[], work: Work): Promise<readonly Drafted[]> {
  const drafts: Drafted[] = [];
  for (const segment of segments) {
    try {
      const { translations } = await inQueue([segment], work);
      drafts.push(drafted(translations[0]!));
    } catch (error) {
      work.signal?.throwIfAborted();
      if (isEngineFault(error) && !(await isUp(work))) throw error;
      drafts.push({ type: "failed", fault: faultOf(error) });
    }
  }
  return drafts;
}

const TAG_LOST: ItemFault = {
  code: "mt_tag_lost",
  message: "The engine lost markup or a placeholder. It was inserted at a guessed position. Check it.",
};

function drafted(translation: SegmentTranslation): Drafted {
  const { text, movedCodes, placeholderRepaired } = translation;
  // Services may return characters that PostgreSQL cannot store.
  const kept = text.replaceAll("\0", "").toWellFormed();
  return {
    type: "text",
    text: kept,
    engine: translation.engine,
    qualityScore: qualityScore(translation),
    fault: movedCodes.length > 0 || placeholderRepaired ? TAG_LOST : null,
  };
}

/** An engine's quality estimate as stored: an integer, 0–100. */
export function qualityScore({ quality }: Pick<SegmentTranslation, "quality">): number | null {
  return quality === undefined ? null : Math.round(Math.min(100, Math.max(0, quality)));
}

function faultOf(error: unknown): ItemFault {
  return error instanceof AppError && error.code === "timeout"
    ? { code: "mt_timeout", message: "The engine took too long for this text." }
    : { code: "mt_failed", message: "The engine could not translate this text." };
}

function isEngineFault(error: unknown): error is AppError {
  return (
    error instanceof AppError &&
    (error.code === "timeout" || error.code === "engine_unavailable" || error.code === "overloaded")
  );
}

/** Milliseconds between retries while the engine's queue is full: half a minute in total. */
const FULL_PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

/** Retries while other callers fill the engine's queue, which is not an error. */
async function inQueue(segments: readonly Segment[], work: Work): Promise<TranslatedSegments> {
  for (const pause of FULL_PAUSES_MS) {
    try {
      return await translateSegments(segments, work);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "overloaded" || work.signal?.aborted) throw error;
      await setTimeout(pause, undefined, { signal: work.signal });
    }
  }
  return translateSegments(segments, work);
}

const PROBE = plainSegment("A house.");
/** Milliseconds that an engine gets to recover after a text has crashed it. */
const UP_AFTER_MS = [0, 1_000, 3_000];

/** Whether the engine can translate something other than the text that just failed. */
async function isUp(work: Work): Promise<boolean> {
  for (const pause of UP_AFTER_MS) {
    await setTimeout(pause, undefined, { signal: work.signal });
    const isAnswered = await translateSegments([PROBE], work).then(
      () => true,
      () => false,
    );
    if (isAnswered) return true;
  }
  return false;
}
