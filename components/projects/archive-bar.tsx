"use client";

import { Suspense } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm";
import { Archive } from "@/components/ui/icons";
import { useLayer } from "@/components/ui/use-layer";
import { useArchiveProjects } from "@/lib/client/projects";

type ArchiveBarProps = {
  /** Number of selected projects; at least one. */
  readonly chosen: number;
  /** Ids of selected projects that can be archived. */
  readonly archivable: readonly string[];
  /** Clears the selection. */
  readonly onClear: () => void;
};

/** Bulk actions for projects. */
export function ArchiveBar({ chosen, archivable, onClear }: ArchiveBarProps) {
  const t = useTranslations("projects");
  const archive = useArchiveProjects();
  const [asking, ask, close] = useLayer<true>();
  const count = archivable.length;
  return (
    <div className="sticky top-2 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-raised px-4 py-2 shadow-raised">
      <p role="status" className="grow text-sm font-medium">
        {t("chosenProjects", { count: chosen })}
        {count < chosen ? (
          <span className="block font-normal text-muted">{t("notArchivable", { count: chosen - count })}</span>
        ) : null}
      </p>
      <Button icon={Archive} size="sm" disabled={count === 0} onClick={() => ask(true)}>
        {t("deeds.archive")}
      </Button>
      <Button size="sm" variant="ghost" onClick={onClear}>
        {t("clearChoice")}
      </Button>
      <Suspense fallback={null}>
        {asking ? (
          <ConfirmDialog
            title={t("archiveMany", { count })}
            confirmLabel={t("deeds.archive")}
            danger={false}
            action={archive}
            input={archivable}
            failedTitle={t("notDone")}
            doneText={t("archivedMany", { count })}
            onDone={() => {
              close();
              onClear();
            }}
            onClose={close}
          >
            {t("archiveManyText")}
          </ConfirmDialog>
        ) : null}
      </Suspense>
    </div>
  );
}
