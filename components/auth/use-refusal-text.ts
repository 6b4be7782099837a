import { useTranslations } from "use-intl";
import type { SignInRefusal } from "@/lib/client/sign-in";

/** Describes why a sign-in failed. */
export function useRefusalText(): (refusal: SignInRefusal) => string {
  const t = useTranslations("auth");
  return (refusal) => {
    if (refusal.code === "throttled") return t("refusal.throttled", { minutes: Math.ceil(refusal.seconds / 60) });
    if (refusal.code === "second_factor") return t("secondStep.codeText");
    return t(`refusal.${refusal.code}`);
  };
}
