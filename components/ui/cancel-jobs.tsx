"use client";

import type { ReactNode } from "react";
import { toneOfFailure } from "@/lib/client/api-error";
import { isUnfinished, useCancelJobs } from "@/lib/client/jobs";
import { useErrorText } from "@/lib/client/texts";
import type { Job } from "@/lib/schemas/jobs";
import { Button, type ButtonSize } from "./button";
import { X } from "./icons";
import { keepFocusNearby } from "./return-focus";
import { toast } from "./toast";

type CancelJobsProps = {
  readonly jobs: readonly (Pick<Job, "id" | "projectId"> & Parameters<typeof isUnfinished>[0])[];
  readonly size?: ButtonSize;
  /** Label of the button. */
  readonly children: ReactNode;
};

/** A button that cancels jobs. Nothing after all have ended. */
export function CancelJobs({ jobs, size, children }: CancelJobsProps) {
  const unfinished = jobs.filter(isUnfinished);
  const cancel = useCancelJobs(unfinished);
  const errorText = useErrorText();
  if (unfinished.length === 0) return null;
  return (
    <Button
      icon={X}
      size={size}
      // A running job ends shortly after it was cancelled.
      pending={cancel.isPending || cancel.isSuccess}
      onClick={() => {
        keepFocusNearby();
        cancel.mutate(undefined, { onError: (error) => toast(errorText(error), { tone: toneOfFailure(error) }) });
      }}
    >
      {children}
    </Button>
  );
}
