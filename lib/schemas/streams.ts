import { z } from "zod";
import { InBranch } from "./branch-name";
import { Id, LanguageTag, StorableText } from "./common";
import { Job } from "./jobs";

export const StreamQuery = z.strictObject(InBranch);

/** Maximum projects that one browser can watch in one stream. */
const MAX_WATCHED = 10;

export const AccountStreamQuery = z.strictObject({
  projects: z
    .string()
    .max(4_000)
    .transform((text) => text.split(","))
    .pipe(z.array(z.string().min(1)).min(1).max(MAX_WATCHED))
    .describe("Project ids, comma-separated; to watch a branch, add `:` and its name to the id"),
});

const Place = { projectId: z.string(), branch: z.string().nullable() };

/** Data of a stream's events, by name of the event. */
export const StreamEvents = {
  changes: z.object({
    ...Place,
    shown: z
      .array(z.object({ language: z.string().nullable(), segmentIds: z.array(z.string()).nullable() }))
      .describe("Changed segments; null: all. Empty if only the status or counters changed"),
  }),
  ready: z.object(Place),
  reset: z.object(Place),
  presence: z.object({
    ...Place,
    people: z.array(
      z.object({
        userId: z.string(),
        name: z.string().nullable(),
        language: z.string(),
        segmentId: z.string().nullable(),
        editing: z.boolean(),
      }),
    ),
  }),
  job: z.object({ ...Place, job: Job }),
};
export type StreamEvents = { [Name in keyof typeof StreamEvents]: z.output<(typeof StreamEvents)[Name]> };

/** Id of a tab, unique among the tabs of its person. */
const Tab = StorableText.min(1).max(64);

export const PresenceBody = z.strictObject({
  tab: Tab.describe("Id chosen by the tab, the same in each of its reports"),
  language: LanguageTag,
  segmentId: Id("seg").nullable(),
  editing: z.boolean().describe("Whether the person has just typed in the segment"),
});

export const LeaveQuery = z.strictObject({ ...InBranch, tab: Tab });
