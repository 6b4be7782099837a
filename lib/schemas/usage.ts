import { z } from "zod";
import { USAGE_GROUPS } from "@/lib/vocabulary/accounts";
import { Day } from "./common";

export const UsageDetailQuery = z.strictObject({
  from: Day.optional().describe("First day, in UTC; default 30 days ago, or 2 for hours"),
  to: Day.optional().describe("Last day, in UTC; default today"),
  bucket: z.enum(["hour", "day"]).default("day"),
  groupBy: z.enum(USAGE_GROUPS).optional(),
  without: z
    .enum(["dashboard_reads"])
    .optional()
    .describe("dashboard_reads: leaves out the requests by which the dashboard shows its pages; default: all requests"),
  format: z.enum(["json", "csv"]).default("json"),
});

const counts = {
  requests: z.number().int(),
  characters: z.number().int(),
  files: z.number().int(),
  refused: z.number().int().describe("Requests refused with 429"),
  failed: z.number().int().describe("Requests answered with another 4xx or 5xx"),
};

export const UsageDetail = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  bucket: z.enum(["hour", "day"]),
  groupBy: z.enum(USAGE_GROUPS).nullable(),
  total: z.object(counts),
  rows: z.array(
    z.object({
      at: z.iso.datetime({ precision: 3 }).describe("Start of the hour or day, in UTC"),
      group: z
        .string()
        .nullable()
        .describe("Id of a key (empty: dashboard) or project, an endpoint, an engine, or a pair such as en>es"),
      label: z.string().nullable().describe("Name of the key or project; otherwise same as `group`"),
      ...counts,
    }),
  ),
});
export type UsageDetail = z.infer<typeof UsageDetail>;
