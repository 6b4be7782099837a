import { ApiError } from "@/lib/client/api-error";
import type { TranslationEdit } from "@/lib/client/segment-store";
import type { Segment, SegmentTranslation } from "@/lib/schemas/segments";
import type { TranslationState } from "@/lib/vocabulary/segments";
import {
  type DecidedState,
  type Decider,
  type Decision,
  type DraftStore,
  isBy,
  type UnsavedDraft,
} from "./draft-store";
import { EditClock } from "./edit-clock";
import { editOf, mergeTexts, PLAIN, sameTexts, type Texts, textsOf } from "./texts";

/** A concurrent edit by another person. `mine` has their texts in the plural forms that only they changed. */
export type Conflict = {
  readonly mine: Texts;
  readonly theirs: Texts;
  readonly revision: number;
  /** True if their text was filled in as a repetition of a segment with the same source. */
  readonly isRepetition: boolean;
};

export type Saving = "saved" | "typing" | "saving" | "failed";
export type Act = DecidedState;
type Origin = NonNullable<TranslationEdit["origin"]>;
type More = Pick<TranslationEdit, "comment">;

export type EditingState = {
  readonly texts: Texts;
  readonly saving: Saving;
  readonly failure: unknown;
  readonly conflict: Conflict | null;
};

/** A saved decision with the data needed to undo it. */
export type Decided = {
  readonly segmentId: string;
  readonly language: string;
  readonly revision: number;
  /** The translation before the decision. Only its state, if the text was changed with the decision. */
  readonly before: { readonly state: TranslationState; readonly revision: number | null };
};

export type SessionOptions = {
  readonly segment: Segment;
  readonly language: string;
  readonly mayEdit: boolean;
  /** Null until it is known. */
  readonly decider: Decider | null;
  readonly drafts: DraftStore;
  /** The segment as last received. */
  readonly read: () => Segment | undefined;
  readonly save: (revision: number, edit: TranslationEdit) => Promise<Pick<SegmentTranslation, "revision">>;
  readonly reload: () => Promise<unknown>;
  /** Called once a decision is saved. */
  readonly onDecided: (decided: Decided) => void;
  /** Runs saves one after another, including those of other segments. */
  readonly inOrder: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly onChange: () => void;
};

const AUTOSAVE_MS = 1_500;
/** Unconfirmed states, whose texts are saved automatically. */
const OPEN_STATES: readonly string[] = ["untranslated", "draft", "needs_work"];

/**
 * One person's work on a translation: stored in this browser until saved, saved automatically while unconfirmed. It
 * never overwrites another person's text, and outlives its text field, so that the person need not wait.
 */
export class EditingSession {
  private current: EditingState;
  /** The server's text that this work is based on. */
  private base: { readonly texts: Texts; readonly revision: number; readonly isKnown: boolean };
  private origin: Origin | null = null;
  private failed: { readonly kind: Act | null; readonly more: More } | null = null;
  private running: Promise<boolean> = Promise.resolve(true);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isOpen = false;
  private isSending = false;
  private readonly clock = new EditClock();

  constructor(private readonly options: SessionOptions) {
    const { segment } = options;
    const texts = textsOf(segment, segment.translation);
    this.base = { texts, revision: segment.translation.revision, isKnown: true };
    this.current = { texts, saving: "saved", failure: null, conflict: null };
  }

  get state(): EditingState {
    return this.current;
  }

  get segmentId(): string {
    return this.options.segment.id;
  }

  get language(): string {
    return this.options.language;
  }

  /** Called when the field is shown. Continues with the draft in this browser. */
  open(): void {
    this.isOpen = true;
    const { segment, language, decider, drafts } = this.options;
    const draft = this.current.saving === "saved" ? drafts.get(segment.id, language) : null;
    if (!draft) return;
    // A draft from an earlier visit was based on a text that is now unknown.
    this.base = { ...this.base, revision: draft.revision, isKnown: draft.revision === this.base.revision };
    this.set({ texts: textsOf(segment, draft), saving: "typing" });
    const { decision } = draft;
    if (decider && isBy(decision, decider))
      void this.act(decision.state, decision.comment ? { comment: decision.comment } : {});
  }

  /** Called when the field is removed. Saves typed text immediately. */
  leave(): void {
    this.isOpen = false;
    const { saving, texts, conflict } = this.current;
    if (saving === "saved" || saving === "saving") return;
    if (sameTexts(texts, this.base.texts)) this.settle();
    else if (!conflict && this.isSavedByItself()) void this.act(null);
  }

  /** True if nothing here differs from the server. */
  get isOver(): boolean {
    return !this.isOpen && this.current.saving === "saved";
  }

  end(): void {
    clearTimeout(this.timer);
  }

  /** Shows another person's text immediately, or as a conflict if the person has typed here. */
  sync(translation: SegmentTranslation): void {
    const { saving, texts: mine, conflict } = this.current;
    if (this.isSending || translation.revision <= (conflict?.revision ?? this.base.revision)) return;
    if (saving !== "saved") {
      this.followRepetition();
      if (translation.revision > this.base.revision)
        this.set({ ...this.conflictWith(translation, mine), saving: "failed" });
      return;
    }
    const texts = textsOf(this.options.segment, translation);
    this.base = { texts, revision: translation.revision, isKnown: true };
    this.set({ texts });
  }

  /** Runs a request that undoes a decision about this text. Text typed before its response is based on it. */
  async undo(request: () => Promise<SegmentTranslation>): Promise<void> {
    const { segment, read } = this.options;
    this.isSending = true;
    try {
      const answer = await request();
      this.base = { texts: textsOf(segment, answer), revision: answer.revision, isKnown: true };
    } finally {
      this.isSending = false;
      this.sync((read() ?? segment).translation);
    }
  }

  /** Changes the texts of the given forms. */
  readonly setTexts = (changed: Texts, from: Origin | null = null): void => {
    this.clock.tick();
    this.origin = from;
    const texts = { ...this.current.texts, ...changed };
    this.set({ texts, saving: "typing" });
    this.keep(texts);
  };

  /** Saves the current texts with a new state. False if that failed. */
  readonly act = (kind: Act | null, more: More = {}): Promise<boolean> => {
    const { texts, saving } = this.current;
    if (kind === null && saving !== "saving" && sameTexts(texts, this.base.texts)) {
      this.settle();
      return this.running;
    }
    const decision = this.decisionOf(kind, more);
    if (decision) this.keep(texts, decision);
    this.set({ saving: "saving", failure: null });
    this.running = this.options.inOrder(() => this.send(kind, more, texts));
    return this.running;
  };

  readonly resolve = async (choice: "mine" | "theirs"): Promise<void> => {
    const { conflict } = this.current;
    if (!conflict) return;
    const { reload } = this.options;
    this.base = { texts: conflict.theirs, revision: conflict.revision, isKnown: true };
    await reload();
    if (choice === "mine") return this.set({ texts: conflict.mine, conflict: null, saving: "typing" });
    this.forgetDraft();
    this.set({ texts: conflict.theirs, conflict: null, saving: "saved" });
  };

  /** Stores texts and decisions in this browser until the server has them. */
  private keep(texts: Texts, decision?: Decision): void {
    const { segment, language, drafts } = this.options;
    const { revision } = this.base;
    drafts.keep(segment.id, language, { ...draftOf(segment, texts), revision, ...(decision ? { decision } : {}) });
  }

  private forgetDraft(): void {
    const { segment, language, drafts } = this.options;
    drafts.forget(segment.id, language);
  }

  private decisionOf(state: Act | null, { comment }: More): Decision | null {
    const { decider } = this.options;
    return decider && state && { ...decider, state, ...(comment ? { comment } : {}) };
  }

  private async send(kind: Act | null, more: More, texts: Texts): Promise<boolean> {
    const { segment, save, onDecided } = this.options;
    this.followRepetition();
    const isSame = sameTexts(texts, this.base.texts);
    if (isSame && kind === null) {
      this.finish(texts);
      return true;
    }
    const { origin } = this;
    const before = this.decided(isSame);
    this.isSending = true;
    try {
      const edit = {
        ...editOf(segment, this.base.texts, texts),
        ...(!isSame && origin ? { origin } : {}),
        ...(kind ? { state: kind } : {}),
        editMs: this.clock.take(),
        ...more,
      };
      const { revision } = await save(this.base.revision, edit).catch((error) => this.delivered(error, texts, kind));
      this.base = { texts, revision, isKnown: true };
      this.isSending = false;
      if (kind !== null) onDecided({ ...before, revision });
      if (this.origin === origin) this.origin = null;
      if (sameTexts(this.current.texts, texts)) this.forgetDraft();
      this.finish(texts);
      return true;
    } catch (error) {
      this.isSending = false;
      this.failed = { kind, more };
      const isUntouched = sameTexts(this.current.texts, texts);
      // A rejected decision is not repeated; its text stays.
      if (kind !== null && isUntouched && !mayBeDeliveredLater(error)) this.keep(texts);
      // A rejected text may have become valid, so it is saved automatically again.
      this.set({ ...this.failureOf(error, texts), saving: isUntouched ? "failed" : "typing" });
      return false;
    }
  }

  private decided(isSame: boolean): Omit<Decided, "revision"> {
    const { segment, language, read } = this.options;
    const { state } = (read() ?? segment).translation;
    return { segmentId: segment.id, language, before: { state, revision: isSame ? this.base.revision : null } };
  }

  /** The server's revision of an earlier save whose response was lost. Otherwise throws the error. */
  private delivered(error: unknown, texts: Texts, kind: Act | null): { readonly revision: number } {
    const current = currentOf(error);
    const isHere = current && sameTexts(textsOf(this.options.segment, current), texts);
    if (!isHere || (kind !== null && current.state !== kind)) throw error;
    return current;
  }

  private failureOf(error: unknown, texts: Texts): Pick<EditingState, "failure" | "conflict"> {
    const current = currentOf(error);
    return current ? this.conflictWith(current, texts) : { failure: error, conflict: null };
  }

  private conflictWith(current: Current, texts: Texts): Pick<EditingState, "failure" | "conflict"> {
    const theirs = textsOf(this.options.segment, current);
    const merged = this.base.isKnown ? mergeTexts(this.base.texts, texts, theirs) : texts;
    const mine = sameTexts(merged, theirs) ? texts : merged;
    const isRepetition = this.repetition()?.revision === current.revision;
    return { failure: null, conflict: { mine, theirs, revision: current.revision, isRepetition } };
  }

  /** The translation, if the same text elsewhere has changed it since. */
  private repetition(): SegmentTranslation | null {
    const known = this.options.read()?.translation;
    return known && known.revision > this.base.revision && known.origin?.type === "repetition" ? known : null;
  }

  /** A repetition filled in the same text, so a decision about that text is still valid. */
  private followRepetition(): void {
    const known = this.repetition();
    if (known && sameTexts(textsOf(this.options.segment, known), this.base.texts))
      this.base = { ...this.base, revision: known.revision };
  }

  private finish(sent: Texts): void {
    this.failed = null;
    const isSame = sameTexts(this.current.texts, sent);
    this.set({ saving: isSame ? "saved" : "typing", failure: null, conflict: null });
  }

  /** Clears the state when nothing differs from the server any more, for example after a change was undone. */
  private settle(): void {
    if (this.current.saving === "saved") return;
    this.forgetDraft();
    this.finish(this.current.texts);
  }

  private isSavedByItself(): boolean {
    const { segment, mayEdit, read } = this.options;
    return mayEdit && OPEN_STATES.includes((read() ?? segment).translation.state);
  }

  private set(change: Partial<EditingState>): void {
    this.current = { ...this.current, ...change };
    clearTimeout(this.timer);
    if (this.current.saving === "typing" && !this.current.conflict && this.isSavedByItself())
      this.timer = setTimeout(() => void this.act(null), this.isOpen ? AUTOSAVE_MS : 0);
    this.options.onChange();
  }

  /** Repeats a save that failed because there was no connection. */
  resend(): void {
    const { saving, conflict, failure } = this.current;
    if (saving !== "failed" || conflict || !this.failed) return;
    if (failure instanceof ApiError && failure.mayPass) void this.act(this.failed.kind, this.failed.more);
  }
}

function mayBeDeliveredLater(error: unknown): boolean {
  return error instanceof ApiError && (error.mayPass || error.status === 401);
}

function draftOf({ plural }: Segment, texts: Texts): Pick<UnsavedDraft, "text" | "forms"> {
  return plural ? { text: "", forms: texts } : { text: texts[PLAIN] ?? "" };
}

type Current = Pick<SegmentTranslation, "text" | "forms" | "revision" | "state">;

function currentOf(error: unknown): Current | null {
  if (!(error instanceof ApiError) || error.code !== "precondition_failed") return null;
  const { current } = error.details as { current?: Current };
  return current ?? null;
}
