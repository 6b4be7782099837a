"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "use-intl";
import { toast } from "@/components/ui/toast";
import DeleteDialog, { type Deletion } from "./delete-dialog";
import type { ResourceKind } from "./resource-frame";

type DeleteResourceDialogProps = {
  readonly kind: ResourceKind;
  readonly name: string;
  readonly deletion: Deletion;
  readonly onClose: () => void;
};

/** Deletes a glossary or memory and returns to the list. */
export default function DeleteResourceDialog({ kind, name, deletion, onClose }: DeleteResourceDialogProps) {
  const t = useTranslations(kind);
  const router = useRouter();
  return (
    <DeleteDialog
      title={t("delete")}
      deletion={deletion}
      onDeleted={() => {
        toast(t("deleted"), { tone: "success" });
        router.replace(`/${kind}`);
      }}
      onClose={onClose}
    >
      {t("deleteText", { name })}
    </DeleteDialog>
  );
}
