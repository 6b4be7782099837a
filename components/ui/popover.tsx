"use client";

import { Popover as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "./cx";
import { focusIsTaken } from "./focus-is-taken";

type PopoverProps = {
  readonly trigger: ReactNode;
  /** What it holds, for readers. */
  readonly label: string;
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly align?: "start" | "center" | "end";
  readonly className?: string;
  readonly children: ReactNode;
};

/** A small panel at a button. */
export function Popover({ trigger, label, open, onOpenChange, align = "start", className, children }: PopoverProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={(event) => focusIsTaken() && event.preventDefault()}
          className={cx(
            "z-50 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1rem)] animate-enter overflow-y-auto rounded-md bg-raised shadow-raised",
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
