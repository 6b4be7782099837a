"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { DropOverlay } from "@/components/ui/drop-overlay";
import { passFiles } from "@/lib/client/files-across-pages";
import { onlyPicture, type PictureReader } from "./use-picture-text";

/**
 * Passes files dropped anywhere on the page to the files page, which it also links to. A single picture is read here,
 * if the server can do so.
 */
export function DropAnywhere({ pictures }: { pictures: PictureReader | null }) {
  const t = useTranslations("translate");
  const router = useRouter();
  const [over, setOver] = useState(false);
  // Number of entered elements. Each fires enter and leave; the pointer has left the page when it has left all.
  const depth = useRef(0);
  const reader = useRef(pictures);
  reader.current = pictures;

  useEffect(() => {
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const enter = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      depth.current += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      depth.current -= 1;
      if (depth.current <= 0) setOver(false);
    };
    const move = (event: DragEvent) => {
      if (holdsFiles(event)) event.preventDefault(); // Otherwise the browser would open the file.
    };
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      depth.current = 0;
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      const picture = reader.current && onlyPicture(files);
      if (picture) return reader.current?.read(picture);
      passFiles(files);
      router.push("/files");
    };
    const events = [
      ["dragenter", enter],
      ["dragleave", leave],
      ["dragover", move],
      ["drop", drop],
    ] as const;
    for (const [name, listener] of events) window.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of events) window.removeEventListener(name, listener);
    };
  }, [router]);

  return over ? <DropOverlay title={t("dropHere")} hint={t("dropHint")} /> : null;
}
