import type { ProjectEvent } from "@/lib/client/events";

/** An event, and the number of its consecutive occurrences. */
export type EventGroup = { readonly event: ProjectEvent; readonly times: number };

/** Data that distinguish two events of the same type and actor. Other data, such as ids of jobs, are not shown. */
const SHOWN = [
  "language",
  "removedLanguage",
  "to",
  "document",
  "imported",
  "webhook",
  "count",
  "tm",
  "repetitions",
  "mt",
  "reason",
];

/** Events that list the segments of one minute or of a hundred changes. Continuous work creates many of them. */
const OF_SEGMENTS: readonly string[] = ["translations.updated", "translations.reviewed", "translations.sent_back"];

/**
 * Merges consecutive events of one day (UTC) that read the same. Events of segments are merged whatever their number,
 * and the result has the number of all. Newest first, as in the argument.
 */
export function groupEvents(events: readonly ProjectEvent[]): readonly EventGroup[] {
  const groups: { event: ProjectEvent; times: number; name: string }[] = [];
  for (const event of events) {
    const isOfSegments = OF_SEGMENTS.includes(event.type);
    const name = JSON.stringify([
      event.type,
      event.actor,
      event.timestamp.slice(0, 10),
      SHOWN.map((fact) => (isOfSegments && fact === "count" ? null : (event.data[fact] ?? null))),
    ]);
    const last = groups.at(-1);
    if (last?.name === name && isOfSegments) last.event = withSegmentsOf(last.event, event);
    else if (last?.name === name) last.times += 1;
    else groups.push({ event, times: 1, name });
  }
  return groups;
}

/** The newer event with the segments of the older one added, each counted once. */
function withSegmentsOf(newer: ProjectEvent, older: ProjectEvent): ProjectEvent {
  const idsOf = ({ data }: ProjectEvent) => (Array.isArray(data.segmentIds) ? data.segmentIds : []);
  const segmentIds = [...new Set([...idsOf(newer), ...idsOf(older)])];
  return { ...newer, data: { ...newer.data, segmentIds, count: segmentIds.length } };
}
