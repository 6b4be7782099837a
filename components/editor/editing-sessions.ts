import { painted } from "@/lib/client/after-paint";
import type { SegmentStore } from "@/lib/client/segment-store";
import { Listeners } from "@/lib/client/store";
import type { Segment } from "@/lib/schemas/segments";
import { type Decider, DraftStore } from "./draft-store";
import { type Decided, EditingSession, type EditingState, type Saving } from "./editing-session";

/** Who works on a language's segments. */
export type Translator = {
  readonly language: string;
  readonly mayEdit: boolean;
  /** Null while unknown. */
  readonly decider: Decider | null;
};

/** Decisions that can be undone. */
const MAX_UNDONE = 10;
const WORST_FIRST: readonly Saving[] = ["failed", "typing", "saving"];

const nameOf = (segmentId: string, language: string) => `${segmentId} ${language}`;

/**
 * The work of this tab on translations, as long as it is open or not saved: it outlives the editor, so that no one waits
 * for a save. Saves reach the server in the order of the person's decisions.
 */
export class EditingSessions extends Listeners {
  /** In the order of their beginning. */
  private readonly sessions = new Map<string, EditingSession>();
  private lastSave: Promise<unknown> = Promise.resolve();
  /** The last decisions that can be undone, in their order. */
  private decided: readonly Decided[] = [];

  /** `seen` resolves once the result of a decision is on the screen; its save waits for that. */
  constructor(
    private readonly segments: Pick<SegmentStore, "get" | "edit" | "read" | "revert">,
    private readonly seen = painted,
    private readonly drafts = new DraftStore(),
  ) {
    super();
  }

  /** The work on a segment, continued or new. */
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

  /** Sends what was decided in an earlier visit and did not reach the server, such as when the session had ended. */
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
    // A segment that cannot be read now is tried at the next visit.
    await Promise.allSettled(this.drafts.undelivered(language, decider).filter(isNew).map(resumeOne));
  }

  /** Sends what failed for want of a connection. */
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
   * Undoes the last decision, once it is saved; a text that was typed with it stays. Null without any. Throws 412 if
   * the translation has changed since.
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

  /** Decisions of an editor that was closed can't be undone in the next one. */
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
