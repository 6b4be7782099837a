import { localStore } from "@/lib/client/local-store";

/** The person who made a decision, who alone may send it, and its project. */
export type Decider = { readonly by: string; readonly projectId: string };
/** A decision about a text, such as its approval. */
export type Decision = Decider & { readonly state: DecidedState; readonly comment?: string };
const DECIDED_STATES = ["draft", "translated", "reviewed", "needs_work"] as const;
export type DecidedState = (typeof DECIDED_STATES)[number];

/** A typed text, or a decision about a text, that the server does not have yet. */
export type UnsavedDraft = {
  readonly text: string;
  /** The texts of a plural message, in place of the text. */
  readonly forms?: Readonly<Record<string, string>>;
  readonly revision: number;
  readonly at: number;
  readonly decision?: Decision;
};
type Drafts = Readonly<Record<string, UnsavedDraft>>;

/** Maximum number of drafts. Older ones were abandoned long ago. */
const MAX_DRAFTS = 200;

const name = (segmentId: string, language: string) => `${segmentId} ${language}`;

/** Texts and decisions that the server lacks, so that a reload, a crash or a lost connection loses nothing. */
export class DraftStore {
  private readonly storage = localStore<Drafts>("dragoman-editor-drafts", {}, isDrafts);

  get(segmentId: string, language: string): UnsavedDraft | null {
    return this.storage.get()[name(segmentId, language)] ?? null;
  }

  /** Ids of the segments of a language with decisions that the server does not have yet, in their order. */
  undelivered(language: string, decider: Decider): string[] {
    const drafts = Object.entries(this.storage.get()).sort(([, a], [, b]) => a.at - b.at);
    return drafts.flatMap(([key, { decision }]) => {
      const [segmentId, into] = key.split(" ");
      return segmentId && into === language && isBy(decision, decider) ? [segmentId] : [];
    });
  }

  keep(segmentId: string, language: string, draft: Omit<UnsavedDraft, "at">): void {
    const others = Object.entries(this.storage.get()).filter(([key]) => key !== name(segmentId, language));
    const newest = others.sort(([, a], [, b]) => b.at - a.at).slice(0, MAX_DRAFTS - 1);
    this.storage.set({ ...Object.fromEntries(newest), [name(segmentId, language)]: { ...draft, at: Date.now() } });
  }

  /** Deletes the draft after the server has received it. */
  forget(segmentId: string, language: string): void {
    const { [name(segmentId, language)]: gone, ...others } = this.storage.get();
    if (gone) this.storage.set(others);
  }
}

/** Whether this person made the decision in this project. */
export function isBy(decision: Decision | undefined, { by, projectId }: Decider): decision is Decision {
  return decision?.by === by && decision.projectId === projectId;
}

function isDrafts(value: unknown): value is Drafts {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every(
      (one) =>
        typeof one?.text === "string" &&
        typeof one?.revision === "number" &&
        Object.values(one.forms ?? {}).every((form) => typeof form === "string") &&
        (one.decision === undefined || isDecision(one.decision)),
    )
  );
}

function isDecision(value: Decision): boolean {
  return (
    DECIDED_STATES.includes(value?.state) &&
    typeof value.by === "string" &&
    typeof value.projectId === "string" &&
    (value.comment === undefined || typeof value.comment === "string")
  );
}
