import type { Outage } from "./faults";
import type { Attempt } from "./requests";

/** The worst effects of one kind of fault on users, in milliseconds. */
export type Unavailability = {
  readonly what: string;
  readonly times: number;
  /** Longest time without any response below 500 that overlaps the fault. */
  readonly withoutAnswerMs: number;
  /** Longest time from the fault's end to the response to a request sent after it. */
  readonly untilAnswerMs: number;
};

/** Kills continue during all other faults, so a time without responses may have several causes. */
export function unavailability(attempts: readonly Attempt[], faults: readonly Outage[]): Unavailability[] {
  const answered = attempts.filter(({ outcome }) => typeof outcome === "number" && outcome < 500);
  const times = answered.map(({ to }) => to).sort((a, b) => a - b);
  const gaps = times.slice(1).map((to, i) => ({ from: times[i] ?? to, to }));
  const withoutAnswer = (fault: Outage) =>
    Math.max(
      0,
      ...gaps.filter(({ from, to }) => from <= fault.to && to >= fault.from).map(({ from, to }) => to - from),
    );
  const untilAnswer = (fault: Outage) => {
    const first = Math.min(...answered.filter(({ from }) => from >= fault.to).map(({ to }) => to));
    return Number.isFinite(first) ? first - fault.to : 0;
  };
  return [...new Set(faults.map(({ what }) => what))].map((what) => {
    const own = faults.filter((fault) => fault.what === what);
    return {
      what,
      times: own.length,
      withoutAnswerMs: Math.max(...own.map(withoutAnswer)),
      untilAnswerMs: Math.max(...own.map(untilAnswer)),
    };
  });
}
