"use client";

import { useLocale, useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/button";
import { Mic, Square } from "@/components/ui/icons";
import { toast } from "@/components/ui/toast";
import { useDictation } from "@/lib/client/dictation";

type DictateButtonProps = {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Null if it is not known yet; then the language of the interface is used. */
  readonly language: string | null;
};

/** Adds dictated words to the text. Shown only if the browser can recognise speech. */
export default function DictateButton({ text, onText, language }: DictateButtonProps) {
  const t = useTranslations("translate");
  const locale = useLocale();
  const { isAvailable, isListening, start, stop } = useDictation({
    onPhrase: (phrase) => onText(/(^|\s)$/.test(text) ? text + phrase : `${text} ${phrase}`),
    onError: (reason) => toast(t(reason === "blocked" ? "microphoneBlocked" : "dictationFailed"), { tone: "warning" }),
  });
  if (!isAvailable) return null;
  return isListening ? (
    <IconButton label={t("stopDictating")} onClick={stop}>
      <Square className="animate-pulse text-danger" />
    </IconButton>
  ) : (
    <IconButton icon={Mic} label={t("dictate")} onClick={() => start(language ?? locale)} />
  );
}
