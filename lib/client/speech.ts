import { useEffect, useState, useSyncExternalStore } from "react";

const NO_VOICES: readonly SpeechSynthesisVoice[] = [];
let voices = NO_VOICES;

/** Reads texts aloud with the browser's voices. `available` is false if it has none for the language. */
export function useSpeech(language: string | null) {
  const known = useSyncExternalStore(onVoices, currentVoices, () => NO_VOICES);
  const voice = language === null ? undefined : voiceFor(known, language);
  const [speaking, setSpeaking] = useState(false);
  useEffect(() => () => window.speechSynthesis?.cancel(), []);

  const speak = (text: string) => {
    if (!voice) return;
    window.speechSynthesis.cancel();
    const parts = sentences(text, voice.lang);
    for (const [index, part] of parts.entries()) {
      const utterance = new SpeechSynthesisUtterance(part);
      utterance.voice = voice;
      utterance.lang = voice.lang;
      utterance.onerror = () => setSpeaking(false);
      if (index === parts.length - 1) utterance.onend = () => setSpeaking(false);
      window.speechSynthesis.speak(utterance);
    }
    setSpeaking(parts.length > 0);
  };
  const stop = () => {
    window.speechSynthesis.cancel();
    setSpeaking(false);
  };
  return { available: voice !== undefined, speaking, speak, stop };
}

/** Online voices stop after about fifteen seconds, so each sentence is spoken separately. */
function sentences(text: string, language: string): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: "sentence" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment.trim()).filter(Boolean);
}

function voiceFor(known: readonly SpeechSynthesisVoice[], language: string): SpeechSynthesisVoice | undefined {
  const wanted = language.toLowerCase();
  const base = wanted.split("-")[0]!;
  const tag = (voice: SpeechSynthesisVoice) => voice.lang.toLowerCase().replaceAll("_", "-");
  return (
    known.find((voice) => tag(voice) === wanted) ??
    known.find((voice) => tag(voice).split("-")[0] === base && voice.default) ??
    known.find((voice) => tag(voice).split("-")[0] === base)
  );
}

function currentVoices(): readonly SpeechSynthesisVoice[] {
  const now = window.speechSynthesis?.getVoices() ?? NO_VOICES;
  if (now.length !== voices.length) voices = now;
  return voices;
}

function onVoices(listener: () => void): () => void {
  window.speechSynthesis?.addEventListener("voiceschanged", listener);
  return () => window.speechSynthesis?.removeEventListener("voiceschanged", listener);
}
