"use client";

import { lazy } from "react";
import { useTranslations } from "use-intl";
import { MoreMenu, ResourceFrame } from "@/components/language-resources/resource-frame";
import { Button } from "@/components/ui/button";
import { Download, FileUp, Plus } from "@/components/ui/icons";
import { Menu, MenuItem } from "@/components/ui/menu";
import { useLayer } from "@/components/ui/use-layer";
import {
  exportGlossaryAddress,
  type Glossary,
  type Term,
  type TermPage,
  useDeleteGlossary,
  useGlossary,
} from "@/lib/client/glossaries";
import { TermList } from "./term-list";

const GlossaryDialog = lazy(() => import("./glossary-dialog"));
const TermDialog = lazy(() => import("./term-dialog"));
const ImportDialog = lazy(() => import("./import-dialog"));
const DeleteTermDialog = lazy(() => import("./delete-term-dialog"));
const DeleteResourceDialog = lazy(() => import("@/components/language-resources/delete-resource-dialog"));

type Layer =
  | { readonly kind: "rename" | "delete" }
  | { readonly kind: "term"; readonly term: Term | null }
  | { readonly kind: "deleteTerm"; readonly term: Term }
  | { readonly kind: "import"; readonly file: File | null };

type GlossaryPageProps = {
  readonly glossary: Glossary;
  /** The first page of its terms. */
  readonly terms: TermPage;
  /** `edit`: change terms. `manage`: import, rename and delete. */
  readonly may: { readonly edit: boolean; readonly manage: boolean };
};

/** A glossary: its terms, import and export. */
export function GlossaryPage({ glossary: first, terms, may }: GlossaryPageProps) {
  const t = useTranslations("glossaries");
  const resources = useTranslations("resources");
  const { data: glossary, error, refetch } = useGlossary(first);
  const [layer, open, close] = useLayer<Layer>();
  return (
    <ResourceFrame
      kind="glossaries"
      resource={glossary}
      size={t("count", { count: glossary.terms })}
      error={error}
      onRetry={() => void refetch()}
      onFile={may.manage && layer === null ? (file) => open({ kind: "import", file }) : null}
      layer={layer ? <OpenLayer layer={layer} glossary={glossary} onClose={close} /> : null}
      actions={
        <>
          {may.edit ? (
            <Button icon={Plus} variant="primary" onClick={() => open({ kind: "term", term: null })}>
              {t("addTerm")}
            </Button>
          ) : null}
          {may.manage ? (
            <Button icon={FileUp} onClick={() => open({ kind: "import", file: null })}>
              {resources("import")}
            </Button>
          ) : null}
          {/* On one line, so that the menu is never alone on a line. */}
          <span className="flex gap-2">
            <Menu trigger={<Button icon={Download}>{resources("export")}</Button>}>
              {(["csv", "tbx"] as const).map((format) => (
                <MenuItem key={format} asChild>
                  <a href={exportGlossaryAddress(glossary.id, format)} download>
                    {resources("exportAs", { format: format.toUpperCase() })}
                  </a>
                </MenuItem>
              ))}
            </Menu>
            {may.manage ? (
              <MoreMenu
                kind="glossaries"
                change={t("rename")}
                onChange={() => open({ kind: "rename" })}
                onDelete={() => open({ kind: "delete" })}
              />
            ) : null}
          </span>
        </>
      }
    >
      <TermList
        glossary={glossary}
        initial={terms}
        may={may}
        onAdd={() => open({ kind: "term", term: null })}
        onChange={(term) => open({ kind: "term", term })}
        onDelete={(term) => open({ kind: "deleteTerm", term })}
      />
    </ResourceFrame>
  );
}

type OpenLayerProps = { readonly layer: Layer; readonly glossary: Glossary; readonly onClose: () => void };

function OpenLayer({ layer, glossary, onClose }: OpenLayerProps) {
  const deletion = useDeleteGlossary(glossary.id);
  switch (layer.kind) {
    case "rename":
      return <GlossaryDialog glossary={glossary} onClose={onClose} />;
    case "delete":
      return <DeleteResourceDialog kind="glossaries" name={glossary.name} deletion={deletion} onClose={onClose} />;
    case "term":
      return <TermDialog glossary={glossary} term={layer.term} onClose={onClose} />;
    case "deleteTerm":
      return <DeleteTermDialog glossaryId={glossary.id} term={layer.term} onClose={onClose} />;
    case "import":
      return <ImportDialog glossary={glossary} file={layer.file} onClose={onClose} />;
  }
}
