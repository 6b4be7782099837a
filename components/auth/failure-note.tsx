import { useTranslations } from "use-intl";
import { Notice } from "@/components/ui/notice";
import type { FailureTone } from "@/lib/client/api-error";
import type { SignInRefusal } from "@/lib/client/sign-in";

/** A failure as a form shows it. */
export type ShownFailure = { readonly text: string; readonly tone: FailureTone };

/** Why a form was rejected. Nothing if there was no failure. */
export function FailureNote({ failure }: { readonly failure: ShownFailure | null }) {
  if (!failure) return null;
  return (
    <Notice tone={failure.tone} live="alert">
      {failure.text}
    </Notice>
  );
}

/** Describes why a sign-in failed. */
export function useRefusalText(): (refusal: SignInRefusal) => string {
  const t = useTranslations("auth");
  return (refusal) => {
    if (refusal.code === "throttled") return t("refusal.throttled", { minutes: Math.ceil(refusal.seconds / 60) });
    if (refusal.code === "second_factor") return t("secondStep.codeText");
    return t(`refusal.${refusal.code}`);
  };
}
