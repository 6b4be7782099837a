"use client";

import type { ReactNode } from "react";
import { toneOfFailure } from "@/lib/client/api-error";
import { isUnfinished, useCancelJob } from "@/lib/client/jobs";
import { useErrorText } from "@/lib/client/texts";
import type { Job } from "@/lib/schemas/jobs";
import { Button, type ButtonSize } from "./button";
import { X } from "./icons";
import { keepFocusNearby } from "./return-focus";
import { toast } from "./toast";

type CancelJobProps = {
  readonly job: Pick<Job, "id" | "projectId"> & Parameters<typeof isUnfinished>[0];
  readonly size?: ButtonSize;
  /** The label. */
  readonly children: ReactNode;
};

/** Cancels a job. Nothing once the job has ended. */
export function CancelJob({ job, size, children }: CancelJobProps) {
  const cancel = useCancelJob(job);
  const errorText = useErrorText();
  if (!isUnfinished(job)) return null;
  return (
    <Button
      size={size}
      // A running job ends a moment after it was cancelled.
      pending={cancel.isPending || cancel.isSuccess}
      onClick={() => {
        keepFocusNearby();
        cancel.mutate(undefined, { onError: (error) => toast(errorText(error), { tone: toneOfFailure(error) }) });
      }}
    >
      <X aria-hidden="true" />
      {children}
    </Button>
  );
}
