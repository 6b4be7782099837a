"use client";

import { ArrowLeft, Download, FileUp, MoreHorizontal, Pencil, Plus, Trash2 } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { lazy, Suspense } from "react";
import { useTranslations } from "use-intl";
import { LanguagesLine } from "@/components/language-resources/languages-line";
import { usePageDrop } from "@/components/language-resources/use-page-drop";
import { Button, IconButton } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Menu, MenuItem } from "@/components/ui/menu";
import { Page } from "@/components/ui/page";
import { toast } from "@/components/ui/toast";
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
const DeleteDialog = lazy(() => import("@/components/language-resources/delete-dialog"));

type Layer =
  | { readonly kind: "rename" | "delete" }
  | { readonly kind: "term"; readonly term: Term | null }
  | { readonly kind: "deleteTerm"; readonly term: Term }
  | { readonly kind: "import"; readonly file: File | null };

type GlossaryPageProps = {
  readonly glossary: Glossary;
  /** The first page of all its terms. */
  readonly terms: TermPage;
  /** Edit: change terms. Manage: import, rename and delete. */
  readonly may: { readonly edit: boolean; readonly manage: boolean };
};

/** One glossary: its terms, and ways in and out for all of them. */
export function GlossaryPage({ glossary: first, terms, may }: GlossaryPageProps) {
  const t = useTranslations("glossaries");
  const resources = useTranslations("resources");
  const { data: glossary, error, refetch } = useGlossary(first);
  const [layer, open, close] = useLayer<Layer>();
  const { dropProps, overlay } = usePageDrop(glossary.name, may.manage && layer === null, (file) =>
    open({ kind: "import", file }),
  );
  return (
    <>
      <div {...dropProps} className="grow">
        {overlay}
        <Page
          title={<bdi className="break-words">{glossary.name}</bdi>}
          description={
            <>
              <LanguagesLine source={glossary.sourceLanguage} targets={glossary.targetLanguages} />
              {" · "}
              {t("count", { count: glossary.terms })}
            </>
          }
          actions={
            <>
              {may.edit ? (
                <Button variant="primary" onClick={() => open({ kind: "term", term: null })}>
                  <Plus aria-hidden="true" />
                  {t("addTerm")}
                </Button>
              ) : null}
              {may.manage ? (
                <Button onClick={() => open({ kind: "import", file: null })}>
                  <FileUp aria-hidden="true" />
                  {resources("import")}
                </Button>
              ) : null}
              <Menu
                trigger={
                  <Button>
                    <Download aria-hidden="true" />
                    {resources("export")}
                  </Button>
                }
              >
                {(["csv", "tbx"] as const).map((format) => (
                  <MenuItem key={format} asChild>
                    <a href={exportGlossaryAddress(glossary.id, format)} download>
                      {resources("exportAs", { format: format.toUpperCase() })}
                    </a>
                  </MenuItem>
                ))}
              </Menu>
              {may.manage ? (
                <Menu
                  trigger={
                    <IconButton label={resources("more")} variant="secondary">
                      <MoreHorizontal aria-hidden="true" />
                    </IconButton>
                  }
                >
                  <MenuItem onSelect={() => open({ kind: "rename" })}>
                    <Pencil aria-hidden="true" />
                    {t("rename")}
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
          <Link
            href="/glossaries"
            className="-mt-4 inline-flex items-center gap-1.5 self-start text-sm text-accent-ink"
          >
            <ArrowLeft aria-hidden="true" className="flip-rtl size-4" />
            {t("toList")}
          </Link>
          {error ? <Failure error={error} title={t("listFailed")} onRetry={() => void refetch()} /> : null}
          <TermList
            glossary={glossary}
            initial={terms}
            may={may}
            onAdd={() => open({ kind: "term", term: null })}
            onChange={(term) => open({ kind: "term", term })}
            onDelete={(term) => open({ kind: "deleteTerm", term })}
          />
        </Page>
      </div>
      <Suspense fallback={null}>
        {layer?.kind === "rename" ? <GlossaryDialog glossary={glossary} onClose={close} /> : null}
        {layer?.kind === "delete" ? <DeleteGlossary glossary={glossary} onClose={close} /> : null}
        {layer?.kind === "term" ? <TermDialog glossary={glossary} term={layer.term} onClose={close} /> : null}
        {layer?.kind === "deleteTerm" ? (
          <DeleteTermDialog glossaryId={glossary.id} term={layer.term} onClose={close} />
        ) : null}
        {layer?.kind === "import" ? <ImportDialog glossary={glossary} file={layer.file} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

function DeleteGlossary({ glossary, onClose }: { glossary: Glossary; onClose: () => void }) {
  const t = useTranslations("glossaries");
  const router = useRouter();
  return (
    <DeleteDialog
      title={t("delete")}
      deletion={useDeleteGlossary(glossary.id)}
      onDeleted={() => {
        toast(t("deleted"), { tone: "success" });
        router.replace("/glossaries");
      }}
      onClose={onClose}
    >
      {t("deleteText", { name: glossary.name })}
    </DeleteDialog>
  );
}
