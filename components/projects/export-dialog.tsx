"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "use-intl";
import { Dialog } from "@/components/ui/dialog";
import type { ProjectDocument } from "@/lib/schemas/documents";
import type { Project } from "@/lib/schemas/projects";
import { ExportForm } from "./export-form";

type ExportDialogProps = {
  readonly project: Project;
  readonly documents: readonly ProjectDocument[];
  readonly onClose: () => void;
};

/** Exports some documents and opens the export. */
export default function ExportDialog({ project, documents, onClose }: ExportDialogProps) {
  const t = useTranslations("projects");
  const router = useRouter();
  return (
    <Dialog open onOpenChange={onClose} title={t("exportDocuments", { count: documents.length })} size="lg">
      <div className="flex flex-col gap-4">
        <ExportForm
          project={project}
          documents={documents}
          onMade={() => router.push(`/projects/${project.id}/exports`)}
        />
      </div>
    </Dialog>
  );
}
