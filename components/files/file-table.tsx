"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Bell, FolderDown, X } from "@/components/ui/icons";
import { Notice } from "@/components/ui/notice";
import { LoadMore } from "@/components/ui/pagination";
import { keepFocusNearby } from "@/components/ui/return-focus";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { useLayer } from "@/components/ui/use-layer";
import { useMinute } from "@/components/ui/use-minute";
import { toneOfFailure } from "@/lib/client/api-error";
import { type FileFormat, fetchDocument, isActive, isReady, type useFiles } from "@/lib/client/files";
import type { Language } from "@/lib/client/language-sets";
import { saveBlob } from "@/lib/client/save";
import { useErrorText, useFormatName } from "@/lib/client/texts";
import { dropUploads, type Upload } from "@/lib/client/uploads";
import type { FileTranslation } from "@/lib/schemas/files";
import { FileRow } from "./file-row";
import { UploadRow } from "./upload-row";

const DeleteFileDialog = lazy(() => import("./delete-file-dialog"));
const PreviewDialog = lazy(() => import("./preview-dialog"));

type FileTableProps = {
  readonly files: ReturnType<typeof useFiles>;
  readonly uploads: readonly Upload[];
  readonly formats: readonly FileFormat[];
  readonly languages: readonly Language[];
  /** Whether the reader may retry, cancel and delete. */
  readonly mayChange: boolean;
};

/** Running and finished file translations. */
export function FileTable({ files, uploads, formats, languages, mayChange }: FileTableProps) {
  const t = useTranslations("files");
  const ui = useTranslations("ui");
  const errorText = useErrorText();
  const formatName = useFormatName();
  const leave = useNotificationLeave();
  const [preview, openPreview, closePreview] = useLayer<FileTranslation>();
  const [doomed, askToDelete, closeDelete] = useLayer<FileTranslation>();
  const now = useMinute();
  const ready = files.data?.filter((file) => isReady(file, now)) ?? [];
  const nameOf = (code: string) => languages.find((language) => language.code === code)?.name ?? code;

  return (
    <section aria-label={t("list")} aria-busy={files.isPending} className="flex flex-col gap-4">
      {files.isError && !files.data ? (
        <Notice
          tone={toneOfFailure(files.error)}
          live="alert"
          actions={
            <Button size="sm" onClick={() => void files.refetch()}>
              {ui("retry")}
            </Button>
          }
        >
          {errorText(files.error)}
        </Notice>
      ) : null}
      {files.data || uploads.length > 0 ? (
        <div className="flex flex-wrap items-center justify-end gap-2 empty:hidden print:hidden">
          {leave.canAsk && files.data?.some(isActive) ? (
            <Button icon={Bell} variant="ghost" size="sm" onClick={leave.ask}>
              {t("notifyMe")}
            </Button>
          ) : null}
          <CancelUploads uploads={uploads} />
          <DownloadAll files={ready} />
        </div>
      ) : null}
      <ul className="overflow-hidden rounded-lg border border-line bg-surface empty:hidden">
        {uploads.map((upload) => (
          <UploadRow key={upload.id} upload={upload} nameOf={nameOf} />
        ))}
        {files.data?.map((file) => (
          <FileRow
            key={file.id}
            file={file}
            formatName={formatName(formats.find(({ id }) => id === file.format) ?? { id: file.format })}
            nameOf={nameOf}
            mayChange={mayChange}
            onPreview={() => openPreview(file)}
            onDelete={() => askToDelete(file)}
          />
        ))}
      </ul>
      {files.isPending ? (
        <div className="flex flex-col gap-2">
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </div>
      ) : null}
      {files.hasNextPage ? <LoadMore list={files} shown={files.data?.length ?? 0} /> : null}
      <Suspense fallback={null}>
        {preview ? <PreviewDialog file={preview} nameOf={nameOf} onClose={closePreview} /> : null}
        {doomed ? <DeleteFileDialog file={doomed} onClose={closeDelete} /> : null}
      </Suspense>
    </section>
  );
}

/** Cancels all uploads at once. Files on the server belong to the whole workspace and are cancelled one by one. */
function CancelUploads({ uploads }: { uploads: readonly Upload[] }) {
  const t = useTranslations("files");
  const running = uploads.filter(({ state }) => state !== "failed").map(({ id }) => id);
  if (running.length < 2) return null;
  return (
    <Button
      icon={X}
      variant="ghost"
      size="sm"
      onClick={() => {
        keepFocusNearby();
        dropUploads(running);
      }}
    >
      {t("cancelAll", { count: running.length })}
    </Button>
  );
}

function DownloadAll({ files }: { files: readonly FileTranslation[] }) {
  const t = useTranslations("files");
  const errorText = useErrorText();
  const [pending, setPending] = useState(false);
  if (files.length < 2) return null;
  const download = async () => {
    setPending(true);
    try {
      const { zip } = await import("@/lib/client/zip");
      const members = [];
      // One after another, because they may be large together.
      for (const file of files) members.push({ name: file.outputName, bytes: await fetchDocument(file) });
      saveBlob("translations.zip", await zip(members));
    } catch (error) {
      toast(errorText(error), { tone: toneOfFailure(error) });
    } finally {
      setPending(false);
    }
  };
  return (
    <Button icon={FolderDown} size="sm" pending={pending} onClick={() => void download()}>
      {t("downloadAll", { count: files.length })}
    </Button>
  );
}

/** Whether the permission for notifications can be requested, and a function that requests it. */
function useNotificationLeave(): { readonly canAsk: boolean; readonly ask: () => void } {
  const [permission, setPermission] = useState<NotificationPermission>("denied");
  useEffect(() => {
    if (typeof Notification !== "undefined") setPermission(Notification.permission);
  }, []);
  return {
    canAsk: permission === "default",
    ask: () => void Notification.requestPermission().then(setPermission),
  };
}
