import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "@/lib/client/api-error";
import { type TranslationEdit, useEditTranslation, useReadSegment } from "@/lib/client/segments";
import type { Segment } from "@/lib/schemas/segments";
import { forgetDraft, keepDraft, unsavedDraft } from "./draft-store";

/** Another person's concurrent edit. */
export type Conflict = { readonly mine: string; readonly theirs: string; readonly revision: number };

export type Saving = "saved" | "typing" | "saving" | "failed";

type Origin = NonNullable<TranslationEdit["origin"]>;
type Act = "draft" | "translated" | "reviewed" | "needs_work";

const AUTOSAVE_MS = 1_500;
/** Longer pauses do not count as work. */
const IDLE_MS = 30_000;

/** Unconfirmed states, whose texts are saved automatically. */
const OPEN_STATES: readonly string[] = ["untranslated", "draft", "needs_work"];

/**
 * The text of the active segment: typed, stored in this browser until saved, saved automatically while unconfirmed, and
 * never overwriting another person's text.
 */
export function useEditing(segment: Segment, language: string, mayEdit: boolean) {
  const { id, translation } = segment;
  const stored = translation.text ?? "";
  const [first] = useState(() => unsavedDraft(id, language));
  const [text, setTextState] = useState(first?.text ?? stored);
  const [saving, setSaving] = useState<Saving>(first ? "typing" : "saved");
  const [failure, setFailure] = useState<unknown>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const revision = useRef(first?.revision ?? translation.revision);
  const origin = useRef<Origin | null>(null);
  const clock = useEditClock();
  const { mutateAsync } = useEditTranslation(language);
  const readSegment = useReadSegment(language);
  const latest = useRef({ text, stored, state: translation.state });
  latest.current = { text, stored, state: translation.state };
  const hasTypedSince = useCallback((sent: string) => latest.current.text !== sent, []);
  const running = useRef<Promise<boolean>>(Promise.resolve(true));

  // Another person's text is shown at once unless something was typed here.
  useEffect(() => {
    if (saving !== "saved" || translation.revision <= revision.current) return;
    revision.current = translation.revision;
    setTextState(translation.text ?? "");
  }, [translation, saving]);

  const setText = useCallback(
    (next: string, from: Origin | null = null) => {
      clock.tick();
      origin.current = from;
      setTextState(next);
      setSaving("typing");
      keepDraft(id, language, next, revision.current);
    },
    [clock, id, language],
  );

  const send = useCallback(
    async (act: Act | null, more: Pick<TranslationEdit, "comment"> = {}): Promise<boolean> => {
      const { text: now, stored: before } = latest.current;
      if (now === before && act === null) return true;
      setSaving("saving");
      setFailure(null);
      try {
        const saved = await mutateAsync({
          id,
          revision: revision.current,
          edit: {
            ...(now === before ? {} : { text: now }),
            ...(now !== before && origin.current ? { origin: origin.current } : {}),
            ...(act ? { state: act } : {}),
            editMs: clock.take(),
            ...more,
          },
        });
        revision.current = saved.revision;
        origin.current = null;
        if (!hasTypedSince(now)) forgetDraft(id, language);
        setSaving(hasTypedSince(now) ? "typing" : "saved");
        return true;
      } catch (error) {
        const current = currentOf(error);
        if (current) setConflict({ mine: now, theirs: current.text ?? "", revision: current.revision });
        else setFailure(error);
        // A rejected text may be valid by now, so it is saved automatically again.
        setSaving(hasTypedSince(now) ? "typing" : "failed");
        return false;
      }
    },
    [mutateAsync, id, language, clock, hasTypedSince],
  );

  /** Serialised: each save is based on the revision of the previous one. */
  const act = useCallback(
    (kind: Act | null, more: Pick<TranslationEdit, "comment"> = {}): Promise<boolean> => {
      running.current = running.current.then(() => send(kind, more));
      return running.current;
    },
    [send],
  );

  useEffect(() => {
    if (!mayEdit || saving !== "typing" || conflict || !OPEN_STATES.includes(translation.state)) return;
    const timer = setTimeout(() => void act(null), AUTOSAVE_MS);
    return () => clearTimeout(timer);
  }, [mayEdit, saving, conflict, translation.state, act, text]);

  // Offline, the text waits here and is sent when the connection returns.
  useEffect(() => {
    if (saving !== "failed" || conflict) return;
    const again = () => void act(null);
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, [saving, conflict, act]);

  // Saves when leaving the segment.
  useEffect(
    () => () => {
      const { text: now, stored: before, state } = latest.current;
      if (mayEdit && now !== before && OPEN_STATES.includes(state)) void act(null);
    },
    [mayEdit, act],
  );

  const resolve = useCallback(
    async (choice: "mine" | "theirs") => {
      if (!conflict) return;
      revision.current = conflict.revision;
      setConflict(null);
      await readSegment(id);
      if (choice === "theirs") {
        forgetDraft(id, language);
        setTextState(conflict.theirs);
        setSaving("saved");
      } else setSaving("typing");
    },
    [conflict, readSegment, id, language],
  );

  return { text, setText, saving, failure, conflict, resolve, act, isChanged: text !== stored };
}

/** Milliseconds of active work since the last call. */
function useEditClock() {
  const [clock] = useState(() => {
    let active = 0;
    let last = 0;
    return {
      tick: () => {
        const now = Date.now();
        if (last > 0) active += Math.min(now - last, IDLE_MS);
        last = now;
      },
      take: () => {
        const taken = active;
        active = 0;
        return taken;
      },
    };
  });
  return clock;
}

function currentOf(error: unknown): { text: string | null; revision: number } | null {
  if (!(error instanceof ApiError) || error.code !== "precondition_failed") return null;
  const { current } = error.details as { current?: { text: string | null; revision: number } };
  return current ?? null;
}
