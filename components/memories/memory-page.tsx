"use client";

import { lazy, useState } from "react";
import { useTranslations } from "use-intl";
import { MoreMenu, ResourceFrame } from "@/components/language-resources/resource-frame";
import { Badge } from "@/components/ui/badge";
import { Button, buttonClass } from "@/components/ui/button";
import { Download, FileUp } from "@/components/ui/icons";
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
import { ContinuedImport } from "./import-report";
import { UnitList } from "./unit-list";

const MemoryDialog = lazy(() => import("./memory-dialog"));
const ImportDialog = lazy(() => import("./import-dialog"));
const UnitDialog = lazy(() => import("./unit-dialog"));
const DeleteUnitDialog = lazy(() => import("./delete-unit-dialog"));
const DeleteResourceDialog = lazy(() => import("@/components/language-resources/delete-resource-dialog"));

type Layer =
  | { readonly kind: "change" | "delete" }
  | { readonly kind: "unit" | "deleteUnit"; readonly unit: Unit }
  | { readonly kind: "import"; readonly file: File | null };

type MemoryPageProps = {
  readonly memory: Memory;
  /** The first page of its units. */
  readonly units: UnitPage;
  /** `edit`: change units. `manage`: import, change and delete. */
  readonly may: { readonly edit: boolean; readonly manage: boolean };
};

/** A translation memory: its units, import and export. */
export function MemoryPage({ memory: first, units, may }: MemoryPageProps) {
  const t = useTranslations("memories");
  const resources = useTranslations("resources");
  const { data: memory, error, refetch } = useMemory(first);
  const [layer, open, close] = useLayer<Layer>();
  const [importing, setImporting] = useState<ImportJob | null>(null);
  return (
    <ResourceFrame
      kind="memories"
      resource={memory}
      size={t("count", { count: memory.units })}
      marks={
        <p className="flex flex-wrap gap-1.5">
          {memory.isDefault ? <Badge tone="accent">{t("isDefault")}</Badge> : null}
          <Badge>{t(`policies.${memory.writePolicy}`)}</Badge>
          {memory.penalty > 0 ? <Badge tone="warning">{t("penaltyOf", { percent: memory.penalty })}</Badge> : null}
        </p>
      }
      error={error}
      onRetry={() => void refetch()}
      onFile={may.manage && layer === null ? (file) => open({ kind: "import", file }) : null}
      layer={layer ? <OpenLayer layer={layer} memory={memory} onStarted={setImporting} onClose={close} /> : null}
      actions={
        <>
          {may.manage ? (
            <Button
              icon={FileUp}
              variant={memory.units === 0 ? "primary" : "secondary"}
              onClick={() => open({ kind: "import", file: null })}
            >
              {resources("import")}
            </Button>
          ) : null}
          {/* On one line, so that the menu is never alone on a line. */}
          <span className="flex gap-2">
            <a href={exportMemoryAddress(memory.id)} download className={buttonClass()}>
              <Download />
              {resources("export")}
            </a>
            {may.manage ? (
              <MoreMenu
                kind="memories"
                change={t("change")}
                onChange={() => open({ kind: "change" })}
                onDelete={() => open({ kind: "delete" })}
              />
            ) : null}
          </span>
        </>
      }
    >
      {importing && layer?.kind !== "import" ? <ContinuedImport key={importing.id} job={importing} /> : null}
      <UnitList
        memory={memory}
        initial={units}
        may={may}
        onChange={(unit) => open({ kind: "unit", unit })}
        onDelete={(unit) => open({ kind: "deleteUnit", unit })}
      />
    </ResourceFrame>
  );
}

type OpenLayerProps = {
  readonly layer: Layer;
  readonly memory: Memory;
  readonly onStarted: (job: ImportJob) => void;
  readonly onClose: () => void;
};

function OpenLayer({ layer, memory, onStarted, onClose }: OpenLayerProps) {
  const deletion = useDeleteMemory(memory.id);
  switch (layer.kind) {
    case "change":
      return <MemoryDialog memory={memory} onClose={onClose} />;
    case "delete":
      return <DeleteResourceDialog kind="memories" name={memory.name} deletion={deletion} onClose={onClose} />;
    case "unit":
      return <UnitDialog memory={memory} unit={layer.unit} onClose={onClose} />;
    case "deleteUnit":
      return <DeleteUnitDialog memory={memory} unit={layer.unit} onClose={onClose} />;
    case "import":
      return <ImportDialog memory={memory} file={layer.file} onStarted={onStarted} onClose={onClose} />;
  }
}
