"use client";

import { useState } from "react";
import { useTranslations } from "use-intl";
import { ImportForm } from "@/components/language-resources/import-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
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
  const [file, setFile] = useState(dropped);
  const send = useImportMemory(memory.id);
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
        <ImportReport job={send.data} />
      </Dialog>
    );
  return (
    <ImportForm
      kind="memories"
      file={file}
      onChoose={setFile}
      accept={[".tmx", ".xml"]}
      sending={send}
      onSend={(file, onProgress) => send.mutate({ file, onProgress }, { onSuccess: onStarted })}
      onClose={onClose}
    />
  );
}
