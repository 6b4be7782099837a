import { useCallback } from "react";
import { useLocale, useTranslations } from "use-intl";
import { useByteSize } from "@/components/files/byte-size";
import { languageName } from "@/lib/text/languages";

/** Converts languages with model sizes to a picker's last entries: “German · installs on first use, 22 MB”. */
export function useInstallsOnUse() {
  const t = useTranslations("languages");
  const locale = useLocale();
  const byteSize = useByteSize();
  return useCallback(
    (sizes: ReadonlyMap<string, number>) => {
      const codes = [...sizes.keys()].sort((a, b) =>
        languageName(a, locale).localeCompare(languageName(b, locale), locale),
      );
      const details = new Map(codes.map((code) => [code, t("installsOnUse", { size: byteSize(sizes.get(code)!) })]));
      return codes.length > 0 ? { further: { heading: t("withModel"), codes, details } } : {};
    },
    [t, locale, byteSize],
  );
}
