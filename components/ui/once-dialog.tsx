"use client";

import { type ReactNode, useState } from "react";
import { Button } from "./button";
import { CopyButton } from "./copy-button";
import { Dialog } from "./dialog";
import { Notice } from "./notice";

type OnceDialogProps = {
  readonly title: ReactNode;
  readonly secret: string;
  readonly copyLabel: string;
  /** Explains that the secret is shown only once. */
  readonly onceText: ReactNode;
  /** Asks on closing whether the person has saved the secret. */
  readonly leavingText: ReactNode;
  readonly doneLabel: ReactNode;
  readonly onClose: () => void;
  /** Instructions for its use. */
  readonly children?: ReactNode;
};

/** Shows a secret once, so that it can be copied. Asks for confirmation before closing. */
export function OnceDialog({
  title,
  secret,
  copyLabel,
  onceText,
  leavingText,
  doneLabel,
  onClose,
  children,
}: OnceDialogProps) {
  const [leaving, setLeaving] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={() => (leaving ? onClose() : setLeaving(true))}
      title={title}
      size="lg"
      footer={
        <Button variant="primary" onClick={onClose}>
          {doneLabel}
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        <Notice tone={leaving ? "danger" : "warning"} live={leaving}>
          {leaving ? leavingText : onceText}
        </Notice>
        <div className="flex flex-wrap items-center gap-2">
          <code
            dir="ltr"
            data-secret
            className="min-w-0 grow rounded-md border border-edge bg-sunken px-3 py-2 font-mono text-sm break-all whitespace-pre-line select-all"
          >
            {secret}
          </code>
          <CopyButton text={secret} label={copyLabel} />
        </div>
        {children}
      </div>
    </Dialog>
  );
}
