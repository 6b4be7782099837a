"use client";

import { useState } from "react";
import { ImportForm } from "@/components/language-resources/import-form";
import { ImportedDialog } from "@/components/language-resources/imported-dialog";
import { type ImportJob, type Memory, useImportMemory } from "@/lib/client/memories";
import { CancelImport, ImportReport } from "./import-report";

type ImportDialogProps = {
  readonly memory: Memory;
  /** The file dropped on the page. */
  readonly file: File | null;
  readonly onStarted: (job: ImportJob) => void;
  readonly onClose: () => void;
};

/** Imports a TMX file into a memory, with progress and result. */
export default function ImportDialog({ memory, file: dropped, onStarted, onClose }: ImportDialogProps) {
  const [file, setFile] = useState(dropped);
  const send = useImportMemory(memory.id);
  if (send.data)
    return (
      <ImportedDialog kind="memories" action={<CancelImport job={send.data} />} onClose={onClose}>
        <ImportReport job={send.data} />
      </ImportedDialog>
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
