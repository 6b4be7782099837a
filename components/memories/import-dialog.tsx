"use client";

import { useState } from "react";
import { useTranslations } from "use-intl";
import { FileChoice } from "@/components/language-resources/file-choice";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Failure } from "@/components/ui/failure";
import { Progress } from "@/components/ui/progress";
import { fieldError, isAllBesideFields } from "@/lib/client/field-errors";
import { type ImportJob, type Memory, useImportMemory } from "@/lib/client/memories";
import { ImportReport } from "./import-report";

type ImportDialogProps = {
  readonly memory: Memory;
  /** What was dropped on the page. */
  readonly file: File | null;
  readonly onStarted: (job: ImportJob) => void;
  readonly onClose: () => void;
};

/** Takes a TMX file into a memory: sends it, shows how far the work is, and says what came of it. */
export default function ImportDialog({ memory, file: dropped, onStarted, onClose }: ImportDialogProps) {
  const t = useTranslations("memories");
  const resources = useTranslations("resources");
  const ui = useTranslations("ui");
  const [file, setFile] = useState(dropped);
  const [percent, setPercent] = useState(0);
  const [isMissing, setMissing] = useState(false);
  const send = useImportMemory(memory.id);
  const start = () => {
    setMissing(file === null);
    if (file) send.mutate({ file, onProgress: setPercent }, { onSuccess: onStarted });
  };
  if (send.data)
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={t("importTitle")}
        footer={
          <Button variant="primary" onClick={onClose}>
            {resources("close")}
          </Button>
        }
      >
        <ImportReport memoryId={memory.id} job={send.data} />
      </Dialog>
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("importTitle")}
      description={t("importText")}
      footer={
        <>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button variant="primary" pending={send.isPending} onClick={start}>
            {resources("import")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <FileChoice
          file={file}
          accept={[".tmx", ".xml"]}
          disabled={send.isPending}
          error={isMissing && !file ? resources("fileMissing") : fieldError(send.error, "file")}
          onChoose={setFile}
        />
        {send.isPending && file ? (
          <Progress label={resources("uploading", { name: file.name })} percent={percent < 100 ? percent : null} />
        ) : null}
        {send.error && !isAllBesideFields(send.error, ["file"]) ? (
          <Failure error={send.error} title={resources("importFailed")} />
        ) : null}
      </div>
    </Dialog>
  );
}
