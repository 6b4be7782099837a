import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { toast } from "@/components/ui/toast";
import { toneOfFailure } from "@/lib/client/api-error";
import { useErrorText } from "@/lib/client/texts";
import type { Translator } from "./use-translator";

const loadReader = () => import("./read-picture");

export type PictureReader = {
  readonly isReading: boolean;
  /** Replaces the text by that of the picture. Undo restores the previous text. */
  readonly read: (file: File) => void;
  readonly cancel: () => void;
};

/** Reads text in pictures into the input. */
export function usePictureText({ text, setText, source }: Translator): PictureReader {
  const t = useTranslations("translate");
  const errorText = useErrorText();
  const [isReading, setReading] = useState(false);
  const running = useRef<AbortController>(null);
  // Undo also restores text typed while the picture is read.
  const latest = useRef(text);
  latest.current = text;
  useEffect(() => () => running.current?.abort(), []);

  const read = async (file: File) => {
    running.current?.abort();
    const reading = new AbortController();
    running.current = reading;
    setReading(true);
    try {
      const { readPicture } = await loadReader();
      await readPicture(file, { source, setText, signal: reading.signal, before: () => latest.current, t });
    } catch (error) {
      if (!reading.signal.aborted) toast(errorText(error), { tone: toneOfFailure(error) });
    } finally {
      if (running.current === reading) setReading(false);
    }
  };
  const cancel = () => {
    running.current?.abort();
    setReading(false);
  };
  return { isReading, read: (file) => void read(file), cancel };
}

/** The only file, if it is a picture. */
export function onlyPicture(files: readonly File[]): File | null {
  const [file] = files;
  return files.length === 1 && file!.type.startsWith("image/") ? file! : null;
}
