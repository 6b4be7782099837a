"use client";

import { ArrowLeft, Download, FileUp, MoreHorizontal, Pencil, Trash2 } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { lazy, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { LanguagesLine } from "@/components/language-resources/languages-line";
import { usePageDrop } from "@/components/language-resources/use-page-drop";
import { Badge } from "@/components/ui/badge";
import { Button, buttonClass, IconButton } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Menu, MenuItem } from "@/components/ui/menu";
import { Page } from "@/components/ui/page";
import { toast } from "@/components/ui/toast";
import { useLayer } from "@/components/ui/use-layer";
import {
  exportMemoryAddress,
  type ImportJob,
  type Memory,
  type Unit,
  type UnitPage,
  useDeleteMemory,
  useMemory,
} from "@/lib/client/memories";
import { ImportProgress } from "./import-report";
import { UnitList } from "./unit-list";

const MemoryDialog = lazy(() => import("./memory-dialog"));
const ImportDialog = lazy(() => import("./import-dialog"));
const DeleteUnitDialog = lazy(() => import("./delete-unit-dialog"));
const DeleteDialog = lazy(() => import("@/components/language-resources/delete-dialog"));

type Layer =
  | { readonly kind: "change" | "delete" }
  | { readonly kind: "deleteUnit"; readonly unit: Unit }
  | { readonly kind: "import"; readonly file: File | null };

type MemoryPageProps = {
  readonly memory: Memory;
  /** The first page of all its units. */
  readonly units: UnitPage;
  /** Edit: delete units. Manage: import, change and delete. */
  readonly may: { readonly edit: boolean; readonly manage: boolean };
};

/** One translation memory: what it remembers, and ways in and out for all of it. */
export function MemoryPage({ memory: first, units, may }: MemoryPageProps) {
  const t = useTranslations("memories");
  const resources = useTranslations("resources");
  const { data: memory, error, refetch } = useMemory(first);
  const [layer, open, close] = useLayer<Layer>();
  const [importing, setImporting] = useState<ImportJob | null>(null);
  const { dropProps, overlay } = usePageDrop(memory.name, may.manage && layer === null, (file) =>
    open({ kind: "import", file }),
  );
  return (
    <>
      <div {...dropProps} className="grow">
        {overlay}
        <Page
          title={<bdi className="break-words">{memory.name}</bdi>}
          description={
            <>
              <LanguagesLine source={memory.sourceLanguage} targets={memory.targetLanguages} />
              {" · "}
              {t("count", { count: memory.units })}
            </>
          }
          actions={
            <>
              {may.manage ? (
                <Button
                  variant={memory.units === 0 ? "primary" : "secondary"}
                  onClick={() => open({ kind: "import", file: null })}
                >
                  <FileUp aria-hidden="true" />
                  {resources("import")}
                </Button>
              ) : null}
              <a href={exportMemoryAddress(memory.id)} download className={buttonClass()}>
                <Download aria-hidden="true" />
                {resources("export")}
              </a>
              {may.manage ? (
                <Menu
                  trigger={
                    <IconButton label={resources("more")} variant="secondary">
                      <MoreHorizontal aria-hidden="true" />
                    </IconButton>
                  }
                >
                  <MenuItem onSelect={() => open({ kind: "change" })}>
                    <Pencil aria-hidden="true" />
                    {t("change")}
                  </MenuItem>
                  <MenuItem danger onSelect={() => open({ kind: "delete" })}>
                    <Trash2 aria-hidden="true" />
                    {t("delete")}
                  </MenuItem>
                </Menu>
              ) : null}
            </>
          }
        >
          <div className="-mt-4 flex flex-col items-start gap-3">
            <p className="flex flex-wrap gap-1.5">
              {memory.isDefault ? <Badge tone="accent">{t("isDefault")}</Badge> : null}
              <Badge>{t(`policies.${memory.writePolicy}`)}</Badge>
              {memory.penalty > 0 ? <Badge tone="warning">{t("penaltyOf", { percent: memory.penalty })}</Badge> : null}
            </p>
            <Link href="/memories" className="inline-flex items-center gap-1.5 text-sm text-accent-ink">
              <ArrowLeft aria-hidden="true" className="flip-rtl size-4" />
              {t("toList")}
            </Link>
          </div>
          {error ? <Failure error={error} title={t("listFailed")} onRetry={() => void refetch()} /> : null}
          {importing ? <ImportProgress memoryId={memory.id} job={importing} /> : null}
          <UnitList memory={memory} initial={units} may={may} onDelete={(unit) => open({ kind: "deleteUnit", unit })} />
        </Page>
      </div>
      <Suspense fallback={null}>
        {layer?.kind === "change" ? <MemoryDialog memory={memory} onClose={close} /> : null}
        {layer?.kind === "delete" ? <DeleteMemory memory={memory} onClose={close} /> : null}
        {layer?.kind === "deleteUnit" ? <DeleteUnitDialog memory={memory} unit={layer.unit} onClose={close} /> : null}
        {layer?.kind === "import" ? (
          <ImportDialog memory={memory} file={layer.file} onStarted={setImporting} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}

function DeleteMemory({ memory, onClose }: { memory: Memory; onClose: () => void }) {
  const t = useTranslations("memories");
  const router = useRouter();
  return (
    <DeleteDialog
      title={t("delete")}
      deletion={useDeleteMemory(memory.id)}
      onDeleted={() => {
        toast(t("deleted"), { tone: "success" });
        router.replace("/memories");
      }}
      onClose={onClose}
    >
      {t("deleteText", { name: memory.name })}
    </DeleteDialog>
  );
}
