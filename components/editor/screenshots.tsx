"use client";

import { lazy, Suspense, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Button, IconButton } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { ImagePlus, X } from "@/components/ui/icons";
import { keepFocusNearby } from "@/components/ui/return-focus";
import { useAddScreenshot, usePatchSegment } from "@/lib/client/segment-details";
import type { Screenshot } from "@/lib/schemas/screenshots";
import type { Segment } from "@/lib/schemas/segments";
import { IMAGE_TYPES } from "@/lib/vocabulary/texts";
import { useEditorScope } from "./editor-scope";

const ScreenshotDialog = lazy(() => import("./screenshot-dialog"));

/** Screenshots that show the text of a segment. Managers add and remove them. */
export function Screenshots({ segment }: { segment: Segment }) {
  const t = useTranslations("screenshots");
  const { project, place, language, may } = useEditorScope();
  // Only main has screenshots.
  const mayChange = may.manage && place.branch === null;
  const add = useAddScreenshot(project.id, segment.id, language);
  const patch = usePatchSegment(segment.id, language);
  const [open, setOpen] = useState<Screenshot | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { screenshots } = segment;
  if (screenshots.length === 0 && !mayChange) return null;
  const remove = ({ id }: Screenshot) => {
    keepFocusNearby();
    patch.mutate({ screenshots: screenshots.filter((one) => one.id !== id).map((one) => one.id) });
  };
  return (
    <section aria-label={t("title")} className="flex flex-col items-start gap-2">
      <h3 className="text-muted">{t("title")}</h3>
      {screenshots.length > 0 ? (
        <ul className="grid w-full grid-cols-2 gap-2">
          {screenshots.map((screenshot) => (
            <li key={screenshot.id} className="relative">
              <button
                type="button"
                onClick={() => setOpen(screenshot)}
                className="block w-full overflow-hidden rounded-md border border-line bg-sunken hover:border-muted"
              >
                <img
                  src={`/api${screenshot.contentUrl}`}
                  alt={t("open", { name: screenshot.name })}
                  width={screenshot.width}
                  height={screenshot.height}
                  loading="lazy"
                  className="h-24 w-full object-contain"
                />
              </button>
              {mayChange ? (
                <IconButton
                  icon={X}
                  size="sm"
                  label={t("remove", { name: screenshot.name })}
                  pending={patch.isPending}
                  onClick={() => remove(screenshot)}
                  className="absolute end-1 top-1 bg-surface/90"
                />
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {mayChange ? (
        <>
          <input
            ref={input}
            type="file"
            accept={IMAGE_TYPES.join(",")}
            aria-label={t("add")}
            tabIndex={-1}
            className="hidden"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) add.mutate(file);
              target.value = "";
            }}
          />
          <Button icon={ImagePlus} size="sm" pending={add.isPending} onClick={() => input.current?.click()}>
            {t("add")}
          </Button>
        </>
      ) : null}
      <Failure error={add.error ?? patch.error} title={t("notSaved")} />
      <Suspense fallback={null}>
        {open ? <ScreenshotDialog screenshot={open} onClose={() => setOpen(null)} /> : null}
      </Suspense>
    </section>
  );
}
