import { localStore, useLocalStore } from "./local-store";

export type RecentPair = { readonly source: string; readonly target: string };

const MAX_PAIRS = 4;

const NONE: readonly RecentPair[] = [];

const store = localStore<readonly RecentPair[]>(
  "dragoman.pairs",
  NONE,
  (value): value is RecentPair[] =>
    Array.isArray(value) && value.every((each) => typeof each?.source === "string" && typeof each?.target === "string"),
);

/** Recently used language pairs. A pair stays at its position, so that tabs do not move under the pointer. */
export function useRecentPairs(): readonly RecentPair[] {
  return useLocalStore(store, NONE);
}

export function notePair({ source, target }: RecentPair): void {
  const pairs = store.get();
  if (pairs.some((each) => each.source === source && each.target === target)) return;
  store.set([...pairs, { source, target }].slice(-MAX_PAIRS));
}
