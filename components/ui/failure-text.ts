import type { FailureTone } from "@/lib/client/api-error";

/** The colour of a failure's text, by its tone. */
export const FAILURE_TEXT: Readonly<Record<FailureTone, string>> = {
  warning: "text-warning",
  danger: "text-danger",
};
