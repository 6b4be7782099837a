import type { EditorFilter } from "@/lib/client/segments";
import { SegmentsQuery } from "@/lib/schemas/segments";
import { IN_ADDRESS, NO_FILTER } from "./filters";

/** The filter in an address, read by the server. Ignores what the API would reject, such as unknown states. */
export function filterOf(params: Readonly<Record<string, string | undefined>>): EditorFilter {
  const valid = IN_ADDRESS.flatMap((name) => {
    const value = params[name];
    return value && SegmentsQuery.shape[name].safeParse(value).success ? [[name, value] as const] : [];
  });
  return { ...NO_FILTER, ...Object.fromEntries(valid) };
}
