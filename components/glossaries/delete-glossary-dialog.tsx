"use client";

import { DeleteResourceDialog } from "@/components/language-resources/delete-resource-dialog";
import { type Glossary, useDeleteGlossary } from "@/lib/client/glossaries";

export default function DeleteGlossaryDialog({ glossary, onClose }: { glossary: Glossary; onClose: () => void }) {
  const deletion = useDeleteGlossary(glossary.id);
  return <DeleteResourceDialog kind="glossaries" name={glossary.name} deletion={deletion} onClose={onClose} />;
}
