import { isDeepStrictEqual } from "node:util";
import { perProcess } from "@/lib/base/singleton";

/** A difference in facts between a source and its translation. */
type Alteration = {
  readonly source: string;
  readonly target: string;
  readonly code: string;
  readonly missing?: string;
  readonly added?: string;
};

/** Translations by an engine since the process started, how many of them changed facts, and the last examples. */
export type AnswerCounts = {
  readonly answers: number;
  readonly altered: number;
  readonly examples: Alteration[];
};

const MAX_EXAMPLES = 3;

const counts = perProcess("engine-answers", () => new Map<string, AnswerCounts>());

/** Counts translations of an engine. The examples contain no letters or digits, since texts are private. */
export function countAnswers(engine: string, answers: number, altered: readonly Alteration[]): void {
  const known = answersOf(engine);
  const masked = altered.slice(0, MAX_EXAMPLES).map(({ source, target, code, missing, added }) => {
    const values = { ...(missing ? { missing: mask(missing) } : {}), ...(added ? { added: mask(added) } : {}) };
    return { source, target, code, ...values };
  });
  const others = known.examples.filter((one) => !masked.some((fresh) => isDeepStrictEqual(one, fresh)));
  counts().set(engine, {
    answers: known.answers + answers,
    altered: known.altered + altered.length,
    examples: [...masked, ...others].slice(0, MAX_EXAMPLES),
  });
}

function mask(value: string): string {
  return value.replace(/\p{N}/gu, "0").replace(/[\p{L}\p{M}]/gu, "a");
}

export function answersOf(engine: string): AnswerCounts {
  return counts().get(engine) ?? { answers: 0, altered: 0, examples: [] };
}
