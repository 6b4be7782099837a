import type { z } from "zod";
import type { EventList } from "@/lib/schemas/events";
import { at } from "./fetch";
import { usePaged } from "./paged";

export type EventPage = z.output<typeof EventList>;
export type ProjectEvent = EventPage["events"][number];

const REFRESH_MS = 15_000;

/** The events of a project, newest first; refreshed periodically while visible. */
export function useProjectEvents(projectId: string, initial?: EventPage) {
  return usePaged<typeof EventList>(["project", projectId, "events"], at`/projects/${projectId}/events`, {
    initial,
    refetchAfter: () => REFRESH_MS,
  });
}
