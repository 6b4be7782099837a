import type { UsageDetail } from "@/lib/schemas/usage";

export type Measure = keyof UsageDetail["total"];

/** What is counted, in the order it is shown. */
export const MEASURES: readonly Measure[] = ["requests", "characters", "files", "refused", "failed"];
