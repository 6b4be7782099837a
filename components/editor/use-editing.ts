import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { ApiError } from "@/lib/client/api-error";
import { type TranslationEdit, useEditTranslation, useReadSegment } from "@/lib/client/segments";
import type { Segment, SegmentTranslation } from "@/lib/schemas/segments";
import { forgetDraft, keepDraft, type UnsavedDraft, unsavedDraft } from "./draft-store";
import { editOf, mergeTexts, PLAIN, sameTexts, type Texts, textsOf } from "./texts";

/** Another person's concurrent edit. `mine` has their words in the plural forms that only they changed. */
export type Conflict = { readonly mine: Texts; readonly theirs: Texts; readonly revision: number };

export type Saving = "saved" | "typing" | "saving" | "failed";

type Origin = NonNullable<TranslationEdit["origin"]>;
type Act = "draft" | "translated" | "reviewed" | "needs_work";

const AUTOSAVE_MS = 1_500;
/** Longer pauses do not count as work. */
const IDLE_MS = 30_000;

/** Unconfirmed states, whose texts are saved automatically. */
const OPEN_STATES: readonly string[] = ["untranslated", "draft", "needs_work"];

/**
 * The texts of the active segment: typed, stored in this browser until saved, saved automatically while unconfirmed, and
 * never overwriting another person's text.
 */
export function useEditing(segment: Segment, language: string, mayEdit: boolean) {
  const { id, translation } = segment;
  const stored = textsOf(segment, translation);
  const [texts, setTextsState] = useState(stored);
  const [saving, setSaving] = useState<Saving>("saved");
  const [failure, setFailure] = useState<unknown>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const revision = useRef(translation.revision);
  const origin = useRef<Origin | null>(null);
  const clock = useEditClock();
  const { mutateAsync } = useEditTranslation(language);
  const readSegment = useReadSegment(language);
  const latest = useRef({ segment, texts, stored });
  latest.current = { segment, texts, stored };
  const hasTypedSince = useCallback((sent: Texts) => !sameTexts(latest.current.texts, sent), []);
  const running = useRef<Promise<boolean>>(Promise.resolve(true));

  // Not at the first rendering, which the server does without this browser's storage.
  useLayoutEffect(() => {
    const draft = unsavedDraft(id, language);
    if (!draft) return;
    revision.current = draft.revision;
    setTextsState(textsOf(latest.current.segment, draft));
    setSaving("typing");
  }, [id, language]);

  // Another person's text is shown at once unless something was typed here.
  useEffect(() => {
    if (saving !== "saved" || translation.revision <= revision.current) return;
    revision.current = translation.revision;
    setTextsState(textsOf(latest.current.segment, translation));
  }, [translation, saving]);

  /** Changes the texts that are named; the others stay. */
  const setTexts = useCallback(
    (changed: Texts, from: Origin | null = null) => {
      clock.tick();
      origin.current = from;
      const next = { ...latest.current.texts, ...changed };
      // Two changes before the next rendering are both kept.
      latest.current = { ...latest.current, texts: next };
      setTextsState(next);
      setSaving("typing");
      keepDraft(id, language, draftOf(latest.current.segment, next), revision.current);
    },
    [clock, id, language],
  );

  const send = useCallback(
    async (act: Act | null, more: Pick<TranslationEdit, "comment"> = {}): Promise<boolean> => {
      const { segment: from, texts: now, stored: before } = latest.current;
      const isSame = sameTexts(now, before);
      if (isSame && act === null) return true;
      setSaving("saving");
      setFailure(null);
      try {
        const saved = await mutateAsync({
          id,
          revision: revision.current,
          edit: {
            ...editOf(from, before, now),
            ...(!isSame && origin.current ? { origin: origin.current } : {}),
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
        if (current) {
          const theirs = textsOf(from, current);
          // A draft from an earlier visit was typed over a text that is unknown now: there is nothing to merge by.
          const isKnown = revision.current === from.translation.revision;
          const merged = isKnown ? mergeTexts(before, now, theirs) : now;
          setConflict({ mine: sameTexts(merged, theirs) ? now : merged, theirs, revision: current.revision });
        } else setFailure(error);
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
  }, [mayEdit, saving, conflict, translation.state, act, texts]);

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
      const { segment: left, texts: now, stored: before } = latest.current;
      if (mayEdit && !sameTexts(now, before) && OPEN_STATES.includes(left.translation.state)) void act(null);
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
        setTextsState(conflict.theirs);
        setSaving("saved");
      } else {
        setTextsState(conflict.mine);
        setSaving("typing");
      }
    },
    [conflict, readSegment, id, language],
  );

  return { texts, setTexts, saving, failure, conflict, resolve, act };
}

function draftOf({ plural }: Segment, texts: Texts): Pick<UnsavedDraft, "text" | "forms"> {
  return plural ? { text: "", forms: texts } : { text: texts[PLAIN] ?? "" };
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

type Current = Pick<SegmentTranslation, "text" | "forms" | "revision">;

function currentOf(error: unknown): Current | null {
  if (!(error instanceof ApiError) || error.code !== "precondition_failed") return null;
  const { current } = error.details as { current?: Current };
  return current ?? null;
}
