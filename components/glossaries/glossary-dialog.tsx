"use client";

import { ResourceDialog } from "@/components/language-resources/resource-dialog";
import { type Glossary, useCreateGlossary, useRenameGlossary } from "@/lib/client/glossaries";

type GlossaryDialogProps = {
  /** Null: a new one is made. */
  readonly glossary: Glossary | null;
  readonly onClose: () => void;
};

/** Makes a glossary, or renames one. */
export default function GlossaryDialog({ glossary, onClose }: GlossaryDialogProps) {
  const create = useCreateGlossary();
  const rename = useRenameGlossary(glossary?.id ?? "");
  return (
    <ResourceDialog
      kind="glossaries"
      resource={glossary}
      create={create}
      change={rename}
      read={() => ({})}
      onClose={onClose}
    />
  );
}
