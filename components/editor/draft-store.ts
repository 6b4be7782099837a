import { localStore } from "@/lib/client/local-store";

/** A typed text that is not on the server yet. */
export type UnsavedDraft = {
  readonly text: string;
  /** Of a plural message, in place of the text. */
  readonly forms?: Readonly<Record<string, string>>;
  readonly revision: number;
  readonly at: number;
};
type Drafts = Readonly<Record<string, UnsavedDraft>>;

/** Older drafts were abandoned long ago. */
const MAX_DRAFTS = 200;

const store = localStore<Drafts>("dragoman-editor-drafts", {}, isDrafts);

const name = (segmentId: string, language: string) => `${segmentId} ${language}`;

/** The unsaved text of a segment from this browser. */
export function unsavedDraft(segmentId: string, language: string): UnsavedDraft | null {
  return store.get()[name(segmentId, language)] ?? null;
}

/** Stores typed text until it is saved, so that a reload, a crash or a lost connection loses nothing. */
export function keepDraft(
  segmentId: string,
  language: string,
  texts: Pick<UnsavedDraft, "text" | "forms">,
  revision: number,
): void {
  const others = Object.entries(store.get()).filter(([key]) => key !== name(segmentId, language));
  const newest = others.sort(([, a], [, b]) => b.at - a.at).slice(0, MAX_DRAFTS - 1);
  store.set({ ...Object.fromEntries(newest), [name(segmentId, language)]: { ...texts, revision, at: Date.now() } });
}

/** Deletes the draft once the server has the text. */
export function forgetDraft(segmentId: string, language: string): void {
  const { [name(segmentId, language)]: gone, ...others } = store.get();
  if (gone) store.set(others);
}

function isDrafts(value: unknown): value is Drafts {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every(
      (one) =>
        typeof one?.text === "string" &&
        typeof one?.revision === "number" &&
        Object.values(one.forms ?? {}).every((form) => typeof form === "string"),
    )
  );
}
