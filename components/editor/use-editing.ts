import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useTranslations } from "use-intl";
import { toast } from "@/components/ui/toast";
import { useMe } from "@/lib/client/account";
import { toneOfFailure } from "@/lib/client/api-error";
import { segmentStoreOf } from "@/lib/client/segment-store";
import { useErrorText } from "@/lib/client/texts";
import type { Segment } from "@/lib/schemas/segments";
import type { Decider } from "./draft-store";
import type { EditingSession, EditingState, Saving } from "./editing-session";
import { EditingSessions } from "./editing-sessions";
import { useEditorScope } from "./editor-scope";

const ofClients = new WeakMap<QueryClient, EditingSessions>();

/** The tab's sessions, which the next visit of the editor continues. */
export function useEditingSessions(): EditingSessions {
  const client = useQueryClient();
  const existing = ofClients.get(client);
  if (existing) return existing;
  const sessions = new EditingSessions(segmentStoreOf(client));
  ofClients.set(client, sessions);
  // Never removed, because saves continue after the person leaves the editor.
  if (typeof window !== "undefined") window.addEventListener("online", sessions.resend);
  return sessions;
}

/** The person as whom decisions are sent; null until known. */
function useDecider(): Decider | null {
  const { id: projectId } = useEditorScope().project;
  const by = useMe().data?.user?.id;
  return useMemo(() => (by === undefined ? null : { by, projectId }), [by, projectId]);
}

/** Sends decisions of an earlier visit that did not reach the server. */
export function useResumedDecisions(): void {
  const { language, may } = useEditorScope();
  const sessions = useEditingSessions();
  const decider = useDecider();
  useEffect(() => {
    if (decider !== null && may.edit) void sessions.resume({ language, mayEdit: true, decider });
  }, [sessions, language, may.edit, decider]);
}

/** Begins or continues the work on the segment whose field is shown. It is not rendered on keystrokes. */
export function useEditingSession(segment: Segment): EditingSession {
  const { language, may } = useEditorScope();
  const sessions = useEditingSessions();
  const decider = useDecider();
  const [session] = useState(() => sessions.of(segment, { language, mayEdit: may.edit, decider }));
  // Not at the first rendering, because the server does that without this browser's storage.
  useLayoutEffect(() => {
    sessions.open(session);
    return () => sessions.leave(session);
  }, [sessions, session]);
  return session;
}

/** The texts of a session and their save state. */
export function useEditingState(session: EditingSession, { translation }: Segment): EditingState {
  const read = () => session.state;
  const state = useSyncExternalStore(useEditingSessions().subscribe, read, read);
  useEffect(() => session.sync(translation), [session, translation, state.saving]);
  return state;
}

/** The unsaved work on a segment; null if all is saved. */
export function useUnsaved(segmentId: string, language: string): EditingState | null {
  return useOfSessions((sessions) => sessions.unsaved(segmentId, language), null);
}

/** The save state of a segment, and of all others in this tab. */
export function useSaving(segmentId: string | null, language: string): { readonly one: Saving; readonly all: Saving } {
  const savingOf = (sessions: EditingSessions): Saving =>
    (segmentId === null ? null : sessions.unsaved(segmentId, language))?.saving ?? "saved";
  return { one: useOfSessions(savingOf, "saved"), all: useOfSessions((sessions) => sessions.worst, "saved") };
}

/** Undoes the last decision and opens its segment. Null if there is none. */
export function useUndo(): (() => void) | null {
  const t = useTranslations("editor");
  const errorText = useErrorText();
  const { store } = useEditorScope();
  const sessions = useEditingSessions();
  const canUndo = useOfSessions(({ canUndo }) => canUndo, false);
  useEffect(() => sessions.forgetDecided, [sessions]);
  const undo = () =>
    sessions.undo().then(
      (undone) => {
        if (!undone) return;
        const { segmentId, language } = undone;
        if (store.state.view.isGrid) store.setCell(segmentId, language);
        else store.openSegment(segmentId);
        toast(t("undone"), { tone: "success" });
      },
      (error: unknown) => toast(errorText(error), { tone: toneOfFailure(error) }),
    );
  return canUndo ? () => void undo() : null;
}

/** Ids of the segments whose saves failed, joined by commas. */
export function useFailedIds(language: string): string {
  return useOfSessions((sessions) => sessions.failedIds(language), "");
}

/** Returns `first` on the server and during hydration, when nothing was typed yet. */
function useOfSessions<Value>(read: (sessions: EditingSessions) => Value, first: Value): Value {
  const sessions = useEditingSessions();
  return useSyncExternalStore(
    sessions.subscribe,
    () => read(sessions),
    () => first,
  );
}
