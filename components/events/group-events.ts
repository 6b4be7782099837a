import type { ProjectEvent } from "@/lib/client/events";

/** An event, and how often it happened in a row. */
export type EventGroup = { readonly event: ProjectEvent; readonly times: number };

/** Facts that tell two events of a type and an actor apart. The others, such as ids of jobs, are not shown. */
const SHOWN = [
  "language",
  "removedLanguage",
  "to",
  "document",
  "webhook",
  "count",
  "tm",
  "repetitions",
  "mt",
  "reason",
];

/** Puts events that read the same and follow each other on the same day (UTC) into one. Newest first, as given. */
export function groupEvents(events: readonly ProjectEvent[]): readonly EventGroup[] {
  const groups: { event: ProjectEvent; times: number; name: string }[] = [];
  for (const event of events) {
    const name = JSON.stringify([
      event.type,
      event.actor,
      event.timestamp.slice(0, 10),
      SHOWN.map((fact) => event.data[fact] ?? null),
    ]);
    const last = groups.at(-1);
    if (last?.name === name) last.times += 1;
    else groups.push({ event, times: 1, name });
  }
  return groups;
}
