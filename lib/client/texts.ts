import { useFormatter, useLocale, useTranslations } from "use-intl";
import type { FieldError } from "@/lib/base/errors";
import { isCause } from "@/lib/vocabulary/causes";
import { ApiError } from "./api-error";

/** Describes an error in the reader's language. */
export function useErrorText(): (error: unknown) => string {
  const t = useTranslations("errors");
  const why = useTranslations("whyNot");
  const format = useFormatter();
  const locale = useLocale();
  const faultText = useFaultText();
  return (error) => {
    if (!(error instanceof ApiError)) return t("internal_error");
    const { code, details, fields } = error;
    switch (code) {
      case "invalid_request":
        return fields.length > 0 ? [...new Set(fields.map(faultText))].join(" ") : t(code);
      case "conflict":
      case "forbidden": {
        // For an unknown reason, uses the message of the error's code.
        const key = `because.${details.reason ?? details.required}` as "because.administrator";
        return t.has(key) ? t(key) : t(code);
      }
      case "unreadable_file": {
        const key = `because.${details.reason}` as "because.structure_differs";
        const count = (value: unknown) => (typeof value === "number" ? value : 0);
        if (t.has(key)) return t(key, { found: count(details.found), segments: count(details.segments) });
        const kind = `unreadable.${details.reason}` as "unreadable.corrupt";
        const text = t.has(kind) ? t(kind) : t(code);
        // The service describes errors in a file in English. In other languages, only the number of the line is shown.
        const [, line] = /\bline (\d+)/.exec(error.message) ?? [];
        return (locale === "en" && error.message) || (line ? t("unreadable.line", { text, line }) : text);
      }
      case "model_unavailable":
        return why(`cause.${code}`, { reason: String(details.reason) });
      case "no_translatable_text":
        return details.reason === "already_translated" ? t("already_translated") : t(code);
      case "rate_limit_exceeded": {
        const now = Date.now();
        return t(code, { when: format.relativeTime(now + 1000 * (error.retryAfterSeconds ?? 60), now) });
      }
      case "too_large":
        return typeof details.limit === "number" && typeof details.actual === "number" && details.unit !== "bytes"
          ? t(code, { limit: details.limit, actual: details.actual })
          : t("too_large_plain");
      default:
        return t.has(code) ? t(code) : error.message || t("internal_error");
    }
  };
}

/** Describes a field's error in the reader's language: by violated rule, violated bound, or kind of error. */
export function useFaultText(): (fault: FieldError) => string {
  const t = useTranslations("errors.fields");
  const why = useTranslations("whyNot");
  return ({ reason, code, message, minimum, maximum, unit }) => {
    // A newer service may send reasons that this page's catalogues lack.
    if (reason && !isCause(reason) && t.has(`reason.${reason}`)) return t(`reason.${reason}`);
    if (code === "unsupported_pair" || code === "unsupported_language") return why("here");
    const side = minimum === undefined ? "most" : maximum === undefined ? "least" : "between";
    if (minimum !== undefined || maximum !== undefined)
      return t(`bounds.${side}`, { minimum: minimum ?? 0, maximum: maximum ?? 0, unit: unit ?? "value" });
    return t.has(`code.${code}`) ? t(`code.${code}`) : message;
  };
}

/** The name of a document format in the reader's language; unknown formats keep the service's name. */
export function useFormatName(): (format: { readonly id: string; readonly name?: string }) => string {
  const t = useTranslations("formats");
  return ({ id, name }) => (t.has(id as "txt") ? t(id as "txt") : (name ?? id));
}

/** A warning in the reader's language; unknown ones keep the service's message. */
export function useWarningText(): (warning: { code: string; message: string }) => string {
  const t = useTranslations("warnings");
  return ({ code, message }) => (t.has(code as never) ? t(code as never) : message);
}
