"use client";

import { DropdownMenu as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx";
import { Check, type IconComponent } from "./icons";
import { useTextDirection } from "./writing";

const ITEM =
  "flex min-h-9 cursor-default items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-sm outline-none data-highlighted:bg-hover data-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted";

type MenuProps = {
  /** A single button. */
  readonly trigger: ReactNode;
  readonly align?: "start" | "end";
  readonly side?: "top" | "bottom";
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly className?: string;
  readonly children: ReactNode;
};

/** Menus must be within a landmark of the page. */
function mainLandmark(): HTMLElement | null {
  return typeof document === "undefined" ? null : document.querySelector("main");
}

/** A menu of actions, opened by a button. */
export function Menu({ trigger, align = "end", side = "bottom", open, onOpenChange, className, children }: MenuProps) {
  return (
    <Radix.Root modal={false} dir={useTextDirection()} open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={mainLandmark()}>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={cx(
            "z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-[min(22rem,calc(100vw-1rem))] min-w-48 animate-enter overflow-y-auto rounded-md bg-raised p-1 shadow-raised",
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type MenuItemProps = ComponentProps<typeof Radix.Item> & {
  readonly danger?: boolean;
  /** Shown before the name. */
  readonly icon?: IconComponent;
};

export function MenuItem({ danger = false, icon: Icon, className, children, ...rest }: MenuItemProps) {
  return (
    <Radix.Item className={cx(ITEM, danger && "text-danger [&_svg]:text-danger", className)} {...rest}>
      {Icon ? (
        <>
          <Icon />
          {children}
        </>
      ) : (
        children
      )}
    </Radix.Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2.5 pt-2 pb-1 text-xs text-muted">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="mx-1 my-1 h-px bg-line" />;
}

type MenuChoiceProps = {
  readonly value: string;
  readonly onValueChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: ReactNode }[];
};

/** A group of exclusive items with ticks. */
export function MenuChoice({ value, onValueChange, options }: MenuChoiceProps) {
  return (
    <Radix.RadioGroup value={value} onValueChange={onValueChange}>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={cx(ITEM, "justify-between")}>
          <span className="min-w-0">{option.label}</span>
          <Radix.ItemIndicator>
            <Check />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}
