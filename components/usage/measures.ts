import type { UsageDetail } from "@/lib/schemas/usage";

export type Measure = keyof UsageDetail["total"];

/** Measures in display order. */
export const MEASURES: readonly Measure[] = ["requests", "characters", "files", "refused", "failed"];
