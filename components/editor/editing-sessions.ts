import { painted } from "@/lib/client/after-paint";
import type { SegmentStore } from "@/lib/client/segment-store";
import { Listeners } from "@/lib/client/store";
import type { Segment } from "@/lib/schemas/segments";
import { type Decider, DraftStore } from "./draft-store";
import { type Decided, EditingSession, type EditingState, type Saving } from "./editing-session";

/** The person who works on the segments of a language. */
export type Translator = {
  readonly language: string;
  readonly mayEdit: boolean;
  /** Null until it is known. */
  readonly decider: Decider | null;
};

/** Maximum number of decisions that can be undone. */
const MAX_UNDONE = 10;
const WORST_FIRST: readonly Saving[] = ["failed", "typing", "saving"];

const nameOf = (segmentId: string, language: string) => `${segmentId} ${language}`;

/**
 * The work of this tab on translations that are open or not saved. It outlives the editor, so that the person need not
 * wait for a save. Saves reach the server in the order of the decisions.
 */
export class EditingSessions extends Listeners {
  /** Sessions in the order of their beginning. */
  private readonly sessions = new Map<string, EditingSession>();
  private lastSave: Promise<unknown> = Promise.resolve();
  /** The last decisions that can be undone, in their order. */
  private decided: readonly Decided[] = [];

  /** `seen` resolves when the result of a decision is visible. The save of the decision waits for that. */
  constructor(
    private readonly segments: Pick<SegmentStore, "get" | "edit" | "read" | "revert">,
    private readonly seen = painted,
    private readonly drafts = new DraftStore(),
  ) {
    super();
  }

  /** The work on a segment, which is continued or begun. */
  of(segment: Segment, { language, mayEdit, decider }: Translator): EditingSession {
    const { id } = segment;
    return (
      this.sessions.get(nameOf(id, language)) ??
      new EditingSession({
        segment,
        language,
        mayEdit,
        decider,
        drafts: this.drafts,
        read: () => this.segments.get(id, language),
        save: (revision, edit) => this.segments.edit(id, language, revision, edit),
        reload: () => this.segments.read(id, language),
        inOrder: (work) => this.inOrder(work),
        onDecided: (decided) => this.remember(decided),
        onChange: () => this.report(nameOf(id, language)),
      })
    );
  }

  open(session: EditingSession): void {
    this.sessions.set(nameOf(session.segmentId, session.language), session);
    session.open();
  }

  leave(session: EditingSession): void {
    session.leave();
    this.report(nameOf(session.segmentId, session.language));
  }

  /** Sends decisions of an earlier visit that did not reach the server, for example because the session had ended. */
  async resume(translator: Translator & { readonly decider: Decider }): Promise<void> {
    const { language, decider } = translator;
    const isNew = (id: string) => !this.sessions.has(nameOf(id, language));
    const resumeOne = async (id: string) => {
      const segment = await this.segments.read(id, language);
      if (!isNew(id)) return;
      const session = this.of(segment, translator);
      this.open(session);
      this.leave(session);
    };
    // A segment that cannot be read now is retried at the next visit.
    await Promise.allSettled(this.drafts.undelivered(language, decider).filter(isNew).map(resumeOne));
  }

  /** Sends what could not be sent without a connection. */
  readonly resend = (): void => {
    for (const session of [...this.sessions.values()]) session.resend();
  };

  /** The unsaved texts of a segment; null if all are saved. */
  unsaved(segmentId: string, language: string): EditingState | null {
    const state = this.sessions.get(nameOf(segmentId, language))?.state;
    return state && state.saving !== "saved" ? state : null;
  }

  /** The worst save state of all segments. */
  get worst(): Saving {
    const all = new Set([...this.sessions.values()].map(({ state }) => state.saving));
    return WORST_FIRST.find((saving) => all.has(saving)) ?? "saved";
  }

  /** Ids of the segments whose saves failed, joined by commas. */
  failedIds(language: string): string {
    return [...this.sessions.values()]
      .filter((session) => session.language === language && session.state.saving === "failed")
      .map(({ segmentId }) => segmentId)
      .join();
  }

  get canUndo(): boolean {
    return this.decided.length > 0;
  }

  /**
   * Undoes the last decision after it is saved. A text typed with it stays. Null if there is none. Throws 412 if the
   * translation has changed since.
   */
  readonly undo = (): Promise<Decided | null> =>
    this.inOrder(async () => {
      const last = this.decided.at(-1);
      if (!last) return null;
      this.decided = this.decided.slice(0, -1);
      this.notify();
      const { segmentId, language, revision, before } = last;
      const state = before.state === "untranslated" ? "draft" : before.state;
      const request = () =>
        before.revision !== null
          ? this.segments.revert(segmentId, language, before.revision, revision)
          : this.segments.edit(segmentId, language, revision, { state });
      const session = this.sessions.get(nameOf(segmentId, language));
      await (session ? session.undo(request) : request());
      return last;
    });

  /** Decisions of a closed editor cannot be undone in the next one. */
  readonly forgetDecided = (): void => {
    this.decided = [];
  };

  private remember(decided: Decided): void {
    this.decided = [...this.decided, decided].slice(-MAX_UNDONE);
    this.notify();
  }

  private inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.lastSave.then(this.seen).then(work);
    this.lastSave = result.catch(() => {});
    return result;
  }

  private report(name: string): void {
    const session = this.sessions.get(name);
    if (session?.isOver) {
      this.sessions.delete(name);
      session.end();
    }
    this.notify();
  }
}
