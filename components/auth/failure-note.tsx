import { Notice } from "@/components/ui/notice";
import type { FailureTone } from "@/lib/client/api-error";

/** A failure in the words of a form. */
export type ShownFailure = { readonly text: string; readonly tone: FailureTone };

/** Why a form was not accepted; nothing without a failure. */
export function FailureNote({ failure }: { readonly failure: ShownFailure | null }) {
  if (!failure) return null;
  return (
    <Notice tone={failure.tone} live="alert">
      {failure.text}
    </Notice>
  );
}
