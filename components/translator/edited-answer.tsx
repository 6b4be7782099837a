"use client";

import { lazy, Suspense, useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { useLayer } from "@/components/ui/use-layer";
import { languageDirection } from "@/lib/text/languages";
import type { Shown } from "./use-translator";

const RememberDialog = lazy(() => import("./remember-dialog"));

type EditedAnswerProps = {
  /** The request and response, with the person's text as the translation. */
  readonly shown: Shown;
  /** The translation of the engine. */
  readonly machine: string;
  readonly mayRemember: boolean;
  readonly className: string;
  readonly onChange: (text: string) => void;
  readonly onReset: () => void;
};

/** The translation as a text that the person can change and add to a memory. */
export default function EditedAnswer(props: EditedAnswerProps) {
  const { shown, machine, mayRemember, className, onChange, onReset } = props;
  const t = useTranslations("translate");
  const field = useRef<HTMLTextAreaElement>(null);
  const [remembering, remember, close] = useLayer<true>();
  const { request, answer } = shown;
  useEffect(() => field.current?.focus(), []);
  return (
    <div className="flex flex-col gap-3">
      <textarea
        ref={field}
        aria-label={t("editedTranslation")}
        value={answer.translation}
        onChange={(event) => onChange(event.target.value)}
        lang={answer.target}
        dir={languageDirection(answer.target)}
        spellCheck
        className={cx(
          "prose-text field-sizing-content -mx-2 -my-1 w-[calc(100%+1rem)] resize-none rounded-md border border-edge bg-transparent px-2 py-1 outline-offset-0",
          className,
        )}
      />
      <div className="flex flex-wrap items-center gap-2">
        {mayRemember && request.format === "text" ? (
          <Button size="sm" disabled={answer.translation.trim() === ""} onClick={() => remember(true)}>
            {t("remember")}
          </Button>
        ) : null}
        <Button size="sm" variant="ghost" onClick={onReset}>
          {answer.translation === machine ? t("stopEditing") : t("resetEdit")}
        </Button>
      </div>
      <Suspense fallback={null}>{remembering ? <RememberDialog shown={shown} onClose={close} /> : null}</Suspense>
    </div>
  );
}
