"use client";

import Link from "next/link";
import { useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Badge } from "@/components/ui/badge";
import { Button, IconButton } from "@/components/ui/button";
import { Checkbox, RowCheckbox } from "@/components/ui/checkbox";
import { cx } from "@/components/ui/cx";
import { Facts } from "@/components/ui/facts";
import { FAILURE_TEXT } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import {
  ChevronDown,
  ChevronRight,
  EllipsisVertical,
  FileDown,
  FileInput,
  FileUp,
  RotateCw,
  Trash2,
} from "@/components/ui/icons";
import { Input } from "@/components/ui/input";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { LoadMore } from "@/components/ui/pagination";
import { Select } from "@/components/ui/select";
import { STICKY_END, Table, Td, Th } from "@/components/ui/table";
import { toneOfFailure } from "@/lib/client/api-error";
import { errorOfRecord } from "@/lib/client/error-record";
import { useErrorText, useFormatName } from "@/lib/client/texts";
import type { ProjectDocument } from "@/lib/schemas/documents";
import type { Progress, Project } from "@/lib/schemas/projects";
import { languageName } from "@/lib/text/languages";
import { DOCUMENT_ORDERS, type DocumentView, viewDocuments } from "./documents-view";
import { WorkProgress } from "./language-progress";

/** A dialog for one document or several. */
export type OpenDialog =
  | { readonly kind: "target" | "version"; readonly document: ProjectDocument }
  | { readonly kind: "delete" | "export"; readonly documents: readonly ProjectDocument[] };

type DocumentsTableProps = {
  readonly project: Project;
  readonly documents: readonly ProjectDocument[];
  readonly mayChange: boolean;
  readonly mayTranslate: boolean;
  readonly onOpen: (dialog: OpenDialog) => void;
};

/** Maximum number of documents that are shown without a search. */
const FEW = 5;
/** Number of rows rendered at first, and added at each step. */
const STEP = 100;

/** Documents by language. They can be searched, sorted, and collapsed by folder. */
export function DocumentsTable({ documents, ...rest }: DocumentsTableProps) {
  const t = useTranslations("projects");
  const { project } = rest;
  const locale = useLocale();
  const [view, setView] = useState<DocumentView>({ q: "", order: "path", isUnfinished: false });
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [limit, setLimit] = useState(STEP);
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const chosen = documents.filter(({ id }) => selected.has(id));
  const toggle = (ids: readonly string[], isOn: boolean) => {
    const others = [...selected].filter((id) => !ids.includes(id));
    select(new Set(isOn ? [...others, ...ids] : others));
  };
  const { folders, count } = viewDocuments(documents, project.workflow, view, folded, limit);
  const more = { hasNextPage: true, isFetchingNextPage: false, fetchNextPage: () => setLimit(limit + STEP) };
  const fold = (path: string) => {
    const next = new Set(folded);
    if (!next.delete(path)) next.add(path);
    setFolded(next);
  };
  return (
    <>
      {documents.length > FEW ? <DocumentFilter view={view} onChange={setView} /> : null}
      {rest.mayChange && chosen.length > 0 ? (
        <section aria-label={t("selection")} className="flex flex-wrap items-center gap-2 text-sm">
          <p role="status" className="tabular me-1 font-medium">
            {t("documentCount", { count: chosen.length })}
          </p>
          <Button size="sm" onClick={() => rest.onOpen({ kind: "export", documents: chosen })}>
            {t("export")}
          </Button>
          <Button size="sm" onClick={() => rest.onOpen({ kind: "delete", documents: chosen })}>
            {t("delete")}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => select(new Set())}>
            {t("clearSelection")}
          </Button>
        </section>
      ) : null}
      <Table caption={t("matrix")}>
        <thead>
          <tr>
            <Th>{t("document")}</Th>
            {project.languages.map(({ language }) => (
              <Th key={language}>{languageName(language, locale)}</Th>
            ))}
            <Th className={STICKY_END}>
              <span className="sr-only">{t("actions")}</span>
            </Th>
          </tr>
        </thead>
        {folders.map(({ path, total, shown }) => (
          <tbody key={path}>
            {path === "" ? null : (
              <FolderRow
                path={path}
                total={total}
                columns={project.languages.length + 2}
                isFolded={folded.has(path)}
                onFold={() => fold(path)}
              />
            )}
            {shown.map((document) => (
              <DocumentRow
                key={document.id}
                {...rest}
                document={document}
                name={document.path.slice(path.length)}
                isSelected={selected.has(document.id)}
                onSelect={(isOn) => toggle([document.id], isOn)}
              />
            ))}
          </tbody>
        ))}
        {folders.length === 0 ? (
          <tbody>
            <tr>
              <Td colSpan={project.languages.length + 2} className="text-muted">
                {t("noDocumentFits")}
              </Td>
            </tr>
          </tbody>
        ) : null}
      </Table>
      {count > limit ? <LoadMore shown={limit} list={more} /> : null}
    </>
  );
}

function DocumentFilter({
  view,
  onChange,
}: {
  readonly view: DocumentView;
  readonly onChange: (view: DocumentView) => void;
}) {
  const t = useTranslations("projects");
  const ui = useTranslations("ui");
  return (
    <search className="flex flex-wrap items-end gap-3">
      <Field label={ui("search")} className="min-w-48 grow">
        <Input
          type="search"
          value={view.q}
          onChange={(event) => onChange({ ...view, q: event.target.value })}
          maxLength={200}
          dir="auto"
        />
      </Field>
      <Field label={t("order")}>
        <Select
          value={view.order}
          onValueChange={(value) => onChange({ ...view, order: value })}
          options={DOCUMENT_ORDERS.map((order) => [order, t(`documentOrders.${order}`)])}
        />
      </Field>
      <Checkbox
        className="h-9 items-center"
        label={t("onlyUnfinished")}
        checked={view.isUnfinished}
        onChange={(event) => onChange({ ...view, isUnfinished: event.target.checked })}
      />
    </search>
  );
}

function FolderRow({
  path,
  total,
  columns,
  isFolded,
  onFold,
}: {
  readonly path: string;
  readonly total: number;
  readonly columns: number;
  readonly isFolded: boolean;
  readonly onFold: () => void;
}) {
  const t = useTranslations("projects");
  const Icon = isFolded ? ChevronRight : ChevronDown;
  return (
    <tr className="bg-hover/50">
      <Td colSpan={columns} className="border-t py-1">
        <Button size="sm" variant="ghost" aria-expanded={!isFolded} onClick={onFold} className="-ms-2.5">
          <Icon className={isFolded ? "rtl:-scale-x-100" : undefined} />
          <bdi>{path}</bdi>
          <span className="tabular font-normal text-muted">{t("documentCount", { count: total })}</span>
        </Button>
      </Td>
    </tr>
  );
}

type DocumentRowProps = Omit<DocumentsTableProps, "documents"> & {
  readonly document: ProjectDocument;
  readonly name: string;
  readonly isSelected: boolean;
  readonly onSelect: (isOn: boolean) => void;
};

function DocumentRow({
  project,
  document,
  name,
  mayChange,
  mayTranslate,
  onOpen,
  isSelected,
  onSelect,
}: DocumentRowProps) {
  const t = useTranslations("projects");
  return (
    <tr>
      <Td className={cx("sm:min-w-52", mayChange && "relative sm:ps-11")}>
        <bdi className="block max-w-31 truncate sm:max-w-60 font-medium rtl:text-right" title={document.path}>
          {name}
        </bdi>
        <DocumentState document={document} />
        {mayChange ? (
          <RowCheckbox
            label={t("selectDocument", { name: document.path })}
            checked={isSelected}
            onChange={(event) => onSelect(event.target.checked)}
            className="absolute start-3 top-2.5 max-sm:hidden"
          />
        ) : null}
      </Td>
      {project.languages.map(({ language }) => (
        <Td key={language} className="min-w-31">
          <Cell project={project} document={document} language={language} />
        </Td>
      ))}
      <Td className={STICKY_END}>
        <DocumentMenu
          project={project}
          document={document}
          mayChange={mayChange}
          mayTranslate={mayTranslate}
          onOpen={(kind) => onOpen(kind === "delete" ? { kind, documents: [document] } : { kind, document })}
        />
      </Td>
    </tr>
  );
}

function DocumentState({ document }: { document: ProjectDocument }) {
  const t = useTranslations("projects");
  const formatName = useFormatName();
  const errorText = useErrorText();
  if (document.status === "failed") {
    const error = document.error && errorOfRecord(document.error);
    const tone = toneOfFailure(error);
    return (
      <span className={cx("flex flex-col gap-1 text-sm", FAILURE_TEXT[tone])}>
        <Badge tone={tone} className="self-start">
          {t("documentStatus.failed")}
        </Badge>
        {error ? errorText(error) : null}
      </span>
    );
  }
  if (document.status !== "ready") return <Badge tone="accent">{t(`documentStatus.${document.status}`)}</Badge>;
  return (
    <Facts
      className="text-xs text-muted"
      facts={[
        <bdi key="format">{formatName({ id: document.format })}</bdi>,
        t("words", { count: document.version.words ?? 0 }),
        ...(document.currentVersion > 0 ? [t("documentVersion", { version: document.currentVersion })] : []),
      ]}
    />
  );
}

function Cell({
  project,
  document,
  language,
}: {
  readonly project: Project;
  readonly document: ProjectDocument;
  readonly language: string;
}) {
  const locale = useLocale();
  const progress: Progress | undefined = document.languages.find((one) => one.language === language)?.progress;
  if (!progress) return <span className="text-faint">–</span>;
  return (
    <Link
      href={`/projects/${project.id}/edit/${language}?documentId=${document.id}`}
      className="-mx-1.5 -my-1 block rounded-sm px-1.5 py-1 hover:bg-hover"
    >
      <WorkProgress
        isNarrow
        name={`${document.path}, ${languageName(language, locale)}`}
        workflow={project.workflow}
        progress={progress}
      />
    </Link>
  );
}

function DocumentMenu({
  project,
  document,
  mayChange,
  mayTranslate,
  onOpen,
}: {
  readonly project: Project;
  readonly document: ProjectDocument;
  readonly mayChange: boolean;
  readonly mayTranslate: boolean;
  readonly onOpen: (kind: "target" | "version" | "delete") => void;
}) {
  const t = useTranslations("projects");
  const locale = useLocale();
  const base = `/api/v1/documents/${document.id}`;
  const mayBring = mayTranslate && document.currentVersion > 0 && project.languages.length > 0;
  return (
    <Menu
      trigger={<IconButton icon={EllipsisVertical} size="sm" label={t("documentActions", { name: document.path })} />}
    >
      <MenuItem asChild>
        <a href={`${base}/source`} download>
          <FileDown />
          {t("downloadSource")}
        </a>
      </MenuItem>
      {document.currentVersion > 0
        ? project.languages.map(({ language }) => (
            <MenuItem key={language} asChild>
              <a href={`${base}/target?language=${language}`} download>
                <FileDown />
                {t("downloadTarget", { language: languageName(language, locale) })}
              </a>
            </MenuItem>
          ))
        : null}
      {mayChange || mayBring ? <MenuSeparator /> : null}
      {mayBring ? (
        <MenuItem icon={FileInput} onSelect={() => onOpen("target")}>
          {t("bring")}
        </MenuItem>
      ) : null}
      {mayChange ? (
        <>
          <MenuItem icon={document.status === "failed" ? RotateCw : FileUp} onSelect={() => onOpen("version")}>
            {t("newVersion")}
          </MenuItem>
          <MenuItem icon={Trash2} danger onSelect={() => onOpen("delete")}>
            {t("deleteDocument")}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  );
}
