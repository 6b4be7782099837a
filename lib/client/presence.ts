import { useEffect, useMemo, useState } from "react";
import type { StreamEvents } from "@/lib/schemas/streams";
import { useMe } from "./account";
import { api, at } from "./fetch";
import { listenLive } from "./live";
import { topicOf } from "./live-stream";
import { randomId } from "./random-id";
import type { ProjectBranch } from "./segments";

/** Another person in the editor, as shown by one of their tabs. */
export type OtherPerson = StreamEvents["presence"]["people"][number];

type Here = { readonly language: string; readonly segmentId: string | null; readonly editing: boolean };

const REPORT_MS = 15_000;
/** Moves within this many milliseconds are reported as one. */
const SETTLE_MS = 300;
/** Milliseconds for which a person who has stopped typing still counts as editing. */
const PAUSE_MS = 8_000;

/** Reports the segment that this tab shows, while the tab is visible. */
export function useReportedPresence({ projectId, branch }: ProjectBranch, here: Here): void {
  const { language, segmentId } = here;
  const [tab] = useState(randomId);
  const editing = useLasting(here.editing, segmentId);

  useEffect(() => {
    const path = at`/account/presence/${projectId}`;
    const report = () => {
      if (document.visibilityState !== "visible") return;
      const body = { tab, language, segmentId, editing };
      void api("PUT", path, { query: { branch }, body }).catch(() => {});
    };
    const first = setTimeout(report, SETTLE_MS);
    const again = setInterval(report, REPORT_MS);
    document.addEventListener("visibilitychange", report);
    return () => {
      clearTimeout(first);
      clearInterval(again);
      document.removeEventListener("visibilitychange", report);
    };
  }, [projectId, branch, tab, language, segmentId, editing]);

  useEffect(() => {
    const path = at`/account/presence/${projectId}`;
    const leave = () => void api("DELETE", path, { query: { tab, branch }, outlivesPage: true }).catch(() => {});
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, [projectId, branch, tab]);
}

/** The other people in the project, now. */
export function useOtherPeople({ projectId, branch }: ProjectBranch): readonly OtherPerson[] {
  const me = useMe().data?.user?.id;
  const [people, setPeople] = useState<readonly OtherPerson[]>([]);
  useEffect(
    () =>
      listenLive(topicOf(projectId, branch), ({ event, data }) => {
        if (event === "presence") setPeople(data.people);
        // Without a stream the presence of others is unknown.
        if (event === "connection" && !data) setPeople([]);
      }),
    [projectId, branch],
  );
  // Keeps an equal list unchanged: a new one would render all rows of the editor, and each move of this tab causes one.
  const others = JSON.stringify(people.filter(({ userId }) => userId !== me));
  return useMemo(() => JSON.parse(others) as readonly OtherPerson[], [others]);
}

/** The people at segments of a language, by segment. */
export function peopleBySegment(
  people: readonly OtherPerson[],
  language: string,
): ReadonlyMap<string, readonly OtherPerson[]> {
  const bySegment = new Map<string, OtherPerson[]>();
  for (const person of people)
    if (person.segmentId !== null && person.language === language)
      bySegment.set(person.segmentId, [...(bySegment.get(person.segmentId) ?? []), person]);
  return bySegment;
}

/** True while `isEditing`, and some seconds longer on the same segment. */
function useLasting(isEditing: boolean, segmentId: string | null): boolean {
  const [last, setLast] = useState<string | null>(null);
  const isLast = last !== null && last === segmentId;
  useEffect(() => {
    if (!isEditing && !isLast) return;
    // The person may still be saving the previous segment.
    const timer = isEditing
      ? setTimeout(() => setLast(segmentId), SETTLE_MS)
      : setTimeout(() => setLast(null), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isEditing, segmentId, isLast]);
  return isEditing || isLast;
}
