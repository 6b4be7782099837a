import type { TextFormat } from "@/lib/vocabulary/texts";
import { localStore } from "./local-store";
import { randomId } from "./random-id";

/** A translation in this browser's history. */
export type HistoryEntry = {
  readonly id: string;
  readonly at: string;
  readonly source: string;
  readonly target: string;
  readonly format: TextFormat;
  readonly text: string;
  readonly translation: string;
  readonly favourite: boolean;
};

export type History = { readonly keep: boolean; readonly entries: readonly HistoryEntry[] };

export const NO_HISTORY: History = { keep: true, entries: [] };

const MAX_ENTRIES = 200;
/** Longer texts are not stored, because they would fill the browser's five megabytes. */
const MAX_CHARACTERS = 10_000;
/** Milliseconds after the previous translation within which the next one counts as continued typing. */
const SAME_TYPING_MS = 60_000;

/** The history of one person, kept only in this browser. */
export function historyStore(userId: string) {
  return localStore<History>(`dragoman.history.${userId}`, NO_HISTORY, isHistory);
}

/**
 * The history with a new entry at the top. A text that extends the latest one replaces it, a repeated text moves to the
 * top, and favourites are never evicted.
 */
export function remember(history: History, made: Omit<HistoryEntry, "favourite" | "id">): History {
  if (!history.keep || made.text.trim() === "" || made.text.length > MAX_CHARACTERS) return history;
  const [newest] = history.entries;
  const same = history.entries.find((entry) => entry.text === made.text && samePair(entry, made));
  const grew = newest && !newest.favourite && samePair(newest, made) && isSameTyping(newest, made) ? newest : undefined;
  const entry: HistoryEntry = { ...made, id: same?.id ?? grew?.id ?? randomId(), favourite: same?.favourite ?? false };
  const rest = history.entries.filter((each) => each !== same && each !== grew);
  return { ...history, entries: trim([entry, ...rest]) };
}

/** The history with an entry marked or unmarked as a favourite. */
export function markFavourite(history: History, id: string, favourite: boolean): History {
  return { ...history, entries: history.entries.map((entry) => (entry.id === id ? { ...entry, favourite } : entry)) };
}

/** The history without one entry, without all of them, or without all except favourites. */
export function erase(history: History, id: string | "all" | "unmarked"): History {
  if (id === "all") return { ...history, entries: [] };
  if (id === "unmarked") return { ...history, entries: history.entries.filter((entry) => entry.favourite) };
  return { ...history, entries: history.entries.filter((entry) => entry.id !== id) };
}

function trim(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  let unmarked = 0;
  return entries.filter((entry) => entry.favourite || ++unmarked <= MAX_ENTRIES);
}

function samePair(a: Pick<HistoryEntry, "source" | "target">, b: Pick<HistoryEntry, "source" | "target">): boolean {
  return a.source === b.source && a.target === b.target;
}

function isSameTyping(before: HistoryEntry, now: { at: string; text: string }): boolean {
  const soon = Date.parse(now.at) - Date.parse(before.at) < SAME_TYPING_MS;
  return soon && (now.text.startsWith(before.text.trimEnd()) || before.text.startsWith(now.text.trimEnd()));
}

function isHistory(value: unknown): value is History {
  const candidate = value as History | null;
  return (
    typeof candidate?.keep === "boolean" &&
    Array.isArray(candidate.entries) &&
    candidate.entries.every((entry) => typeof entry?.text === "string" && typeof entry.translation === "string")
  );
}
