import type { z } from "zod";
import type { EventList } from "@/lib/schemas/events";
import { at } from "./fetch";
import { usePaged } from "./paged";

export type EventPage = z.output<typeof EventList>;
export type ProjectEvent = EventPage["events"][number];

const REFRESH_MS = 15_000;

/** What happened in a project, newest first; asked again now and then while it is in sight. */
export function useProjectEvents(projectId: string, initial?: EventPage) {
  return usePaged<typeof EventList>(["project", projectId, "events"], at`/projects/${projectId}/events`, {
    initial,
    refetchAfter: () => REFRESH_MS,
  });
}
