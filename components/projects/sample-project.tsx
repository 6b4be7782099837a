"use client";

import { useRouter } from "next/navigation";
import { Suspense } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm";
import { Sparkles } from "@/components/ui/icons";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { useLayer } from "@/components/ui/use-layer";
import { toneOfFailure } from "@/lib/client/api-error";
import { useCreateSampleProject, useRemoveSampleProject } from "@/lib/client/projects";
import { useErrorText } from "@/lib/client/texts";

/** Creates the sample project, and opens it. */
export function CreateSampleButton() {
  const t = useTranslations("projects.sample");
  const router = useRouter();
  const errorText = useErrorText();
  const create = useCreateSampleProject();
  return (
    <Button
      icon={Sparkles}
      pending={create.isPending || create.isSuccess}
      onClick={() =>
        create.mutate(undefined, {
          onSuccess: ({ projectId }) => router.push(`/projects/${projectId}`),
          onError: (error) => toast(errorText(error), { tone: toneOfFailure(error) }),
        })
      }
    >
      {t("create")}
    </Button>
  );
}

/** Says that a project is the sample, with a button that removes it. */
export function SampleNotice({ mayRemove }: { mayRemove: boolean }) {
  const t = useTranslations("projects.sample");
  const router = useRouter();
  const remove = useRemoveSampleProject();
  const [asked, ask, close] = useLayer<true>();
  return (
    <Notice
      tone="accent"
      title={t("title")}
      actions={
        mayRemove ? (
          <Button size="sm" onClick={() => ask(true)}>
            {t("remove")}
          </Button>
        ) : null
      }
    >
      {t("text")}
      <Suspense fallback={null}>
        {asked ? (
          <ConfirmDialog
            title={t("removeTitle")}
            confirmLabel={t("remove")}
            action={remove}
            input={undefined}
            failedTitle={t("removeFailed")}
            onDone={() => router.push("/projects")}
            onClose={close}
          >
            {t("removeText")}
          </ConfirmDialog>
        ) : null}
      </Suspense>
    </Notice>
  );
}
