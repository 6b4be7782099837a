import { localStore, useLocalStore } from "./local-store";

const MAX_LANGUAGES = 6;

const NONE: readonly string[] = [];

const store = localStore<readonly string[]>(
  "dragoman.languages",
  NONE,
  (value): value is string[] => Array.isArray(value) && value.every((each) => typeof each === "string"),
);

/** Recently chosen languages, latest first. */
export function useRecentLanguages(): readonly string[] {
  return useLocalStore(store, NONE);
}

export function noteLanguage(code: string): void {
  if (code === "auto" || store.get()[0] === code) return;
  store.set([code, ...store.get().filter((each) => each !== code)].slice(0, MAX_LANGUAGES));
}
