"use client";

import Link from "next/link";
import type { RefObject } from "react";
import { useTranslations } from "use-intl";
import { Button, buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { codePoints } from "@/lib/text/words";
import type { Translator } from "./use-translator";

type OverLimitProps = {
  readonly state: Translator;
  readonly input: RefObject<HTMLTextAreaElement | null>;
  /** UTF-16 length of the part that is translated. */
  readonly cutAt: number;
};

/** States how much of a text over the limit is translated. It is below the text, so that it is always visible. */
export default function OverLimit({ state, input, cutAt }: OverLimitProps) {
  const t = useTranslations("translate");
  const selectRest = () => {
    const field = input.current;
    if (!field) return;
    // Browsers scroll to the end of a selection, so the caret is first moved alone to the start of the rest.
    field.setSelectionRange(cutAt, cutAt);
    field.blur();
    field.focus();
    field.setSelectionRange(cutAt, field.value.length);
  };
  return (
    <Notice
      tone="warning"
      live
      className="mx-3 mb-2"
      actions={
        <>
          <Button size="sm" onClick={selectRest}>
            {t("selectRest")}
          </Button>
          <Link href="/files" className={buttonClass("secondary", "sm")}>
            {t("chooseFiles")}
          </Link>
        </>
      }
    >
      {t("partTranslated", { limit: codePoints(state.text.slice(0, cutAt)), over: state.excess })}
    </Notice>
  );
}
