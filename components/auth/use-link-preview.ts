import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { ApiError } from "@/lib/client/api-error";
import { useErrorText } from "@/lib/client/texts";

type Preview<T> = {
  /** Null until the response has arrived. */
  readonly value: T | null;
  /** Why the link cannot be used; null if it can, or if that is not known yet. */
  readonly refusal: string | null;
};

/**
 * Requests the purpose of a one-time link when its page opens, so that no form is filled in without effect.
 * @param token Without a token nothing is requested.
 * @param usedText Message for an unknown, used or expired link.
 */
export function useLinkPreview<T>(
  token: string | null | undefined,
  preview: (token: string, signal: AbortSignal) => Promise<T>,
  usedText?: string,
): Preview<T> {
  const t = useTranslations("auth");
  const errorText = useErrorText();
  const [state, setState] = useState<Preview<T>>(UNKNOWN);
  useEffect(() => {
    setState(UNKNOWN);
    if (!token) return;
    const controller = new AbortController();
    preview(token, controller.signal)
      .then((value) => setState({ value, refusal: null }))
      .catch((error) => {
        if (controller.signal.aborted) return;
        const code = error instanceof ApiError ? error.code : "";
        const refusals = new Map([
          ["not_found", usedText ?? t("linkUsed")],
          ["invalid_request", t("linkCut")],
        ]);
        setState({ value: null, refusal: refusals.get(code) ?? errorText(error) });
      });
    return () => controller.abort();
  }, [token]);
  return state;
}

const UNKNOWN = { value: null, refusal: null };
