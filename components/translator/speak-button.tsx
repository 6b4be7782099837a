"use client";

import { useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/button";
import { Square, Volume2 } from "@/components/ui/icons";
import { useSpeech } from "@/lib/client/speech";

type SpeakButtonProps = {
  readonly text: string;
  readonly language: string | null;
  readonly label: string;
  readonly disabled?: boolean;
};

/** Reads a text aloud. Shown if the browser has a voice for its language, and while it speaks. */
export function SpeakButton({ text, language, label, disabled }: SpeakButtonProps) {
  const t = useTranslations("translate");
  const { available, speaking, speak, stop } = useSpeech(language);
  if (!speaking && (!available || text.trim() === "")) return null;
  return speaking ? (
    <IconButton icon={Square} label={t("stopSpeaking")} onClick={stop} />
  ) : (
    <IconButton icon={Volume2} label={label} disabled={disabled} onClick={() => speak(text)} />
  );
}
