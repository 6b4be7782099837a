"use client";

import { FileUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { handFiles } from "@/lib/client/handed-files";

/** Takes files that are dropped anywhere on the page over to the page of files. Its twin without dragging is the link there. */
export function DropAnywhere() {
  const t = useTranslations("translate");
  const router = useRouter();
  const [over, setOver] = useState(false);
  // Each element on the way enters and leaves: only when all are left has the pointer left the page.
  const depth = useRef(0);

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
      if (holdsFiles(event)) event.preventDefault(); // else the browser would open the file
    };
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      depth.current = 0;
      setOver(false);
      handFiles([...(event.dataTransfer?.files ?? [])]);
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

/** What shows while files hang over the page. */
export function DropOverlay({ title, hint }: { title: string; hint: string }) {
  return (
    <div className="pointer-events-none fixed inset-0 z-50 grid animate-fade place-items-center bg-canvas/85 p-6">
      <div className="flex flex-col items-center gap-3 rounded-lg border-2 border-dashed border-accent bg-surface px-12 py-14 text-center">
        <FileUp aria-hidden="true" className="size-9 stroke-[1.5] text-accent" />
        <p className="text-xl font-medium">{title}</p>
        <p className="max-w-sm text-sm text-muted">{hint}</p>
      </div>
    </div>
  );
}
