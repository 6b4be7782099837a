"use client";

import { Suspense } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm";
import { Failure } from "@/components/ui/failure";
import { Archive } from "@/components/ui/icons";
import { toast } from "@/components/ui/toast";
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
      <Button size="sm" disabled={count === 0} onClick={() => ask(true)}>
        <Archive aria-hidden="true" />
        {t("deeds.archive")}
      </Button>
      <Button size="sm" variant="ghost" onClick={onClear}>
        {t("clearChoice")}
      </Button>
      <Suspense fallback={null}>
        {asking ? (
          <ConfirmDialog
            open
            onOpenChange={close}
            title={t("archiveMany", { count })}
            confirmLabel={t("deeds.archive")}
            danger={false}
            pending={archive.isPending}
            onConfirm={() =>
              archive.mutate(archivable, {
                onSuccess: () => {
                  toast(t("archivedMany", { count }), { tone: "success" });
                  close();
                  onClear();
                },
              })
            }
          >
            <p>{t("archiveManyText")}</p>
            {archive.error ? <Failure error={archive.error} title={t("notDone")} className="mt-3" /> : null}
          </ConfirmDialog>
        ) : null}
      </Suspense>
    </div>
  );
}
