"use client";

import { Popover } from "radix-ui";
import type { ReactNode, RefObject } from "react";
import { cx } from "./cx";
import { isFocusElsewhere } from "./return-focus";

type AnchoredPopoverProps = {
  /** The button that opens and closes the layer. The focus returns to it. */
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly label: string;
  readonly align: "start" | "end";
  /** Called after the layer has opened, before the focus moves into it. */
  readonly onOpen?: () => void;
  readonly className: string;
  readonly children: ReactNode;
};

/** A layer at a button that is rendered elsewhere. Load it lazily, because it is never part of the first rendering. */
export function AnchoredPopover(props: AnchoredPopoverProps) {
  const { anchor, open, onOpenChange, label, align, onOpen, className, children } = props;
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={onOpen}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!isFocusElsewhere(anchor.current)) anchor.current?.focus();
          }}
          onInteractOutside={(event) => {
            // The button toggles the layer, so closing it here too would reopen it.
            if (anchor.current?.contains(event.target as Node)) event.preventDefault();
          }}
          className={cx("z-50 animate-enter rounded-md bg-raised shadow-raised", className)}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
