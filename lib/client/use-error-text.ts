import { useTranslations } from "use-intl";
import { ApiError } from "./api-error";

/**
 * Puts an error into the reader's language. Where the service knows more than the code says (which field, which state), its
 * own sentence is given; it is in English.
 */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations("errors");
  return (error) => {
    if (!(error instanceof ApiError)) return t("internal_error");
    const { code, details } = error;
    switch (code) {
      case "invalid_request":
      case "conflict":
        return error.message || t(code);
      case "rate_limit_exceeded":
        return t(code, { seconds: error.retryAfterSeconds ?? 60 });
      case "too_large":
        return typeof details.limit === "number" && typeof details.actual === "number" && details.unit !== "bytes"
          ? t(code, { limit: details.limit, actual: details.actual })
          : t("too_large_plain");
      default:
        return t.has(code) ? t(code) : error.message || t("internal_error");
    }
  };
}
