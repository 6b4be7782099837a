import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import type { UsageDetail, UsageDetailQuery } from "@/lib/schemas/usage";
import { api } from "./fetch";

export type UsageQuery = Pick<z.input<typeof UsageDetailQuery>, "from" | "to" | "bucket" | "groupBy" | "without">;

/** The account's usage. The previous response stays visible while the next one loads. */
export function useUsage(query: UsageQuery, initial?: UsageDetail) {
  return useQuery({
    queryKey: ["usage", query],
    queryFn: ({ signal }) => api<typeof UsageDetail>("GET", "/account/usage", { query, signal }),
    placeholderData: keepPreviousData,
    ...(initial ? { initialData: initial } : {}),
  });
}

/** Address of the CSV version. */
export function usageCsvAddress(query: UsageQuery): string {
  const set = Object.entries({ ...query, format: "csv" }).filter(([, value]) => value !== undefined);
  return `/api/v1/account/usage?${new URLSearchParams(set as [string, string][])}`;
}

export type Measure = keyof UsageDetail["total"];

/** Measures in display order. */
export const MEASURES: readonly Measure[] = ["requests", "characters", "files", "refused", "failed"];
