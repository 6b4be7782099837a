"use client";

import { ResourceDialog } from "@/components/language-resources/resource-dialog";
import { type Glossary, useCreateGlossary, useRenameGlossary } from "@/lib/client/glossaries";

type GlossaryDialogProps = {
  /** Null to create a new one. */
  readonly glossary: Glossary | null;
  readonly onClose: () => void;
};

/** Creates or renames a glossary. */
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
