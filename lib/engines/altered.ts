import { perProcess } from "@/lib/base/singleton";

/** Answers of an engine since this process started, and how many of them changed facts of their source. */
export type AnswerCounts = { readonly answers: number; readonly altered: number };

const counts = perProcess("engine-answers", () => new Map<string, AnswerCounts>());

export function countAnswers(engine: string, answers: number, altered: number): void {
  const known = answersOf(engine);
  counts().set(engine, { answers: known.answers + answers, altered: known.altered + altered });
}

export function answersOf(engine: string): AnswerCounts {
  return counts().get(engine) ?? { answers: 0, altered: 0 };
}
