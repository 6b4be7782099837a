import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useMe } from "@/lib/client/account";
import { painted } from "@/lib/client/after-paint";
import { useEditTranslation, useReadSegment, useSegmentCache } from "@/lib/client/segments";
import type { Segment } from "@/lib/schemas/segments";
import { type Decider, undeliveredDecisions } from "./draft-store";
import { EditingSession, type EditingState, type Saving } from "./editing-session";
import { useEditorScope } from "./editor-scope";

/** Sessions that are open or not saved yet, in the order of their beginning. */
const sessions = new Map<string, EditingSession>();
const listeners = new Set<() => void>();
let lastSave: Promise<unknown> = Promise.resolve();

const nameOf = (segmentId: string, language: string) => `${segmentId} ${language}`;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * The next save begins after the last one, so that they reach the server in the order of the person's decisions, and
 * after the next segment is seen.
 */
function inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = lastSave.then(painted).then(work);
  lastSave = result.catch(() => {});
  return result;
}

/** The person in whose name decisions are sent; null while unknown. */
function useDecider(): Decider | null {
  const { id: projectId } = useEditorScope().project;
  const by = useMe().data?.user?.id;
  return useMemo(() => (by === undefined ? null : { by, projectId }), [by, projectId]);
}

/** Begins or continues the work on a segment of the editor's language. */
function useSessions(): (segment: Segment) => EditingSession {
  const { language, may } = useEditorScope();
  const cache = useSegmentCache(language);
  const { mutateAsync } = useEditTranslation(language);
  const readSegment = useReadSegment(language);
  const decider = useDecider();
  return (segment) => {
    const { id } = segment;
    const name = nameOf(id, language);
    return (
      sessions.get(name) ??
      new EditingSession({
        segment,
        language,
        mayEdit: may.edit,
        decider,
        read: () => cache.get(id),
        save: (revision, edit) => mutateAsync({ id, revision, edit }),
        reload: () => readSegment(id),
        inOrder,
        onChange: () => report(name),
      })
    );
  };
}

/** Sends what was decided in an earlier visit and did not reach the server, such as when the session had ended. */
export function useResumedDecisions(): void {
  const { language, may } = useEditorScope();
  const readSegment = useReadSegment(language);
  const decider = useDecider();
  const sessionOf = useSessions();
  const latest = useRef({ readSegment, sessionOf });
  latest.current = { readSegment, sessionOf };
  useEffect(() => {
    if (decider === null || !may.edit) return;
    const resume = async (id: string) => {
      const segment = await latest.current.readSegment(id);
      const name = nameOf(id, language);
      if (sessions.has(name)) return;
      const session = latest.current.sessionOf(segment);
      sessions.set(name, session);
      session.open();
      session.leave();
      report(name);
    };
    // A segment that cannot be read now is tried at the next visit.
    for (const id of undeliveredDecisions(language, decider))
      if (!sessions.has(nameOf(id, language))) resume(id).catch(() => {});
  }, [language, may.edit, decider]);
}

/** Begins or continues the work on the segment whose field is shown. Typing does not render it. */
export function useEditingSession(segment: Segment): EditingSession {
  const { language } = useEditorScope();
  const name = nameOf(segment.id, language);
  const sessionOf = useSessions();
  const [session] = useState(() => sessionOf(segment));
  // Not at the first rendering, which the server does without this browser's storage.
  useLayoutEffect(() => {
    sessions.set(name, session);
    session.open();
    return () => {
      session.leave();
      report(name);
    };
  }, [name, session]);
  return session;
}

/** The texts of a session, and how far they are saved. */
export function useEditingState(session: EditingSession, { translation }: Segment): EditingState {
  const read = () => session.state;
  const state = useSyncExternalStore(subscribe, read, read);
  useEffect(() => session.sync(translation), [session, translation, state.saving]);
  return state;
}

function report(name: string): void {
  const session = sessions.get(name);
  if (session?.isOver) {
    sessions.delete(name);
    session.end();
  }
  for (const listener of listeners) listener();
}

/** What is not saved yet of a segment; null if all is. */
export function useUnsaved(segmentId: string, language: string): EditingState | null {
  const read = () => unsaved(segmentId, language);
  return useSyncExternalStore(subscribe, read, () => null);
}

/** True for a text with unsaved words or decisions. */
export function isUnsaved(segmentId: string, language: string): boolean {
  return unsaved(segmentId, language) !== null;
}

function unsaved(segmentId: string, language: string): EditingState | null {
  const state = sessions.get(nameOf(segmentId, language))?.state;
  return state && state.saving !== "saved" ? state : null;
}

/** Whether a segment is saved, and all others of this tab. */
export function useSaving(segmentId: string | null, language: string): { readonly one: Saving; readonly all: Saving } {
  const one = useSyncExternalStore(
    subscribe,
    () => (segmentId === null ? null : unsaved(segmentId, language))?.saving ?? "saved",
    () => "saved" as const,
  );
  const all = useSyncExternalStore(subscribe, worst, () => "saved" as const);
  return { one, all };
}

const BAD_FIRST: readonly Saving[] = ["failed", "typing", "saving"];

function worst(): Saving {
  const found = new Set([...sessions.values()].map(({ state }) => state.saving));
  return BAD_FIRST.find((saving) => found.has(saving)) ?? "saved";
}

/** Ids of the segments whose saves failed, joined by commas. */
export function useFailedIds(language: string): string {
  return useSyncExternalStore(
    subscribe,
    () =>
      [...sessions.values()]
        .filter((session) => session.language === language && session.state.saving === "failed")
        .map(({ segmentId }) => segmentId)
        .join(),
    () => "",
  );
}
