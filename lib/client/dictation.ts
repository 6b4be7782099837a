import { useEffect, useRef, useState, useSyncExternalStore } from "react";

/** The parts of the browser's speech recognition (Web Speech API) used here. TypeScript's library lacks them. */
type Recognition = {
  lang: string;
  continuous: boolean;
  onresult: ((event: RecognitionEvent) => void) | null;
  onerror: ((event: { readonly error: string }) => void) | null;
  onend: (() => void) | null;
  start(): void;
  abort(): void;
  stop(): void;
};
type RecognitionEvent = {
  readonly resultIndex: number;
  readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }> & { readonly isFinal: boolean }>;
};

function recognitionClass(): (new () => Recognition) | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = window as {
    SpeechRecognition?: new () => Recognition;
    webkitSpeechRecognition?: new () => Recognition;
  };
  return SpeechRecognition ?? webkitSpeechRecognition;
}

type DictationOptions = {
  /** Called with each recognised phrase. */
  readonly onPhrase: (phrase: string) => void;
  readonly onError: (reason: "blocked" | "failed") => void;
};

/** Converts speech to text by the browser's speech recognition, if it has one. */
export function useDictation({ onPhrase, onError }: DictationOptions) {
  const isAvailable = useSyncExternalStore(
    () => () => {},
    () => recognitionClass() !== undefined,
    () => false,
  );
  const [isListening, setListening] = useState(false);
  const running = useRef<Recognition>(null);
  const latest = useRef({ onPhrase, onError });
  latest.current = { onPhrase, onError };
  useEffect(() => () => running.current?.abort(), []);

  const start = (language: string) => {
    const Class = recognitionClass();
    if (!Class) return;
    const recognition = new Class();
    recognition.lang = language;
    recognition.continuous = true;
    recognition.onresult = ({ resultIndex, results }) => {
      for (let index = resultIndex; index < results.length; index++)
        if (results[index]!.isFinal) latest.current.onPhrase(results[index]![0]!.transcript.trim());
    };
    recognition.onerror = ({ error }) => {
      if (error === "aborted" || error === "no-speech") return;
      latest.current.onError(error === "not-allowed" || error === "service-not-allowed" ? "blocked" : "failed");
    };
    recognition.onend = () => setListening(false);
    running.current = recognition;
    recognition.start();
    setListening(true);
  };
  return { isAvailable, isListening, start, stop: () => running.current?.stop() };
}
