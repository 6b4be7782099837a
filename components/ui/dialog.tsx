"use client";

import "./style-nonce";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useRef } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "./button";
import { cx } from "./cx";
import { rememberFocus, returnFocus } from "./return-focus";

type LayerProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  /** The title is for screen readers only. */
  readonly titleHidden?: boolean;
  readonly description?: ReactNode;
  readonly children: ReactNode;
};

type DialogProps = LayerProps & {
  readonly size?: "sm" | "md" | "lg" | "xl";
  /** Buttons at the end; the main one last. */
  readonly footer?: ReactNode;
  /** After input, a press outside no longer closes it. */
  readonly keepsInput?: boolean;
};

const WIDTHS = { sm: "max-w-sm", md: "max-w-lg", lg: "max-w-2xl", xl: "max-w-5xl" };
const OVERLAY = "fixed inset-0 z-40 animate-fade bg-[oklch(0.15_0.02_220/0.45)]";

/** A modal dialog with a question or a form. Load it lazily: it is never part of the first render. */
export function Dialog({
  open,
  onOpenChange,
  title,
  titleHidden,
  description,
  size = "md",
  footer,
  keepsInput = false,
  children,
}: DialogProps) {
  const hasInput = useRef(false);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={cx(OVERLAY, "grid grid-cols-[minmax(0,1fr)] overflow-y-auto p-4 sm:p-8")}>
          <Radix.Content
            className={cx(
              "relative m-auto flex w-full animate-enter flex-col rounded-lg bg-raised shadow-raised outline-none",
              WIDTHS[size],
            )}
            {...(description ? {} : { "aria-describedby": undefined })}
            onOpenAutoFocus={focusFirstField}
            onCloseAutoFocus={goBack}
            onInput={() => {
              hasInput.current = true;
            }}
            onPointerDownOutside={(event) => {
              if (keepsInput && hasInput.current) event.preventDefault();
            }}
          >
            <Heading title={title} titleHidden={titleHidden} description={description} />
            <div className="px-5 pb-5">{children}</div>
            {footer ? (
              <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-4">{footer}</div>
            ) : null}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A panel at the end of the screen, next to the page. */
export function Sheet({
  open,
  onOpenChange,
  title,
  titleHidden,
  description,
  side = "end",
  children,
}: LayerProps & { side?: "start" | "end" }) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={OVERLAY} />
        <Radix.Content
          className={cx(
            "fixed inset-y-0 z-40 flex w-[min(24rem,100vw-2.5rem)] animate-fade flex-col overflow-y-auto bg-raised shadow-raised outline-none",
            side === "end" ? "end-0" : "start-0",
          )}
          {...(description ? {} : { "aria-describedby": undefined })}
          onOpenAutoFocus={focusLayer}
          onCloseAutoFocus={goBack}
        >
          <Heading title={title} titleHidden={titleHidden} description={description} />
          <div className="grow px-5 pb-5">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const FIELDS =
  "input:not([type=hidden], [type=radio], :disabled), input[type=radio]:checked, textarea, [role=textbox], select:not(:disabled), button[aria-haspopup=dialog]";

/** Focuses the first field; without one the layer itself, not the close button. */
function focusFirstField(event: Event): void {
  event.preventDefault();
  const layer = event.currentTarget as HTMLElement;
  rememberFocus(layer);
  const field = layer.querySelector<HTMLElement>(FIELDS);
  // A layer taller than the screen would scroll past its top.
  if (field) field.focus();
  else layer.focus({ preventScroll: true });
}

function focusLayer(event: Event): void {
  event.preventDefault();
  const layer = event.currentTarget as HTMLElement;
  rememberFocus(layer);
  layer.focus({ preventScroll: true });
}

/** Radix would only return to its own trigger. */
function goBack(event: Event): void {
  event.preventDefault();
  returnFocus(event.currentTarget as HTMLElement);
}

function Heading({ title, titleHidden, description }: Pick<LayerProps, "title" | "titleHidden" | "description">) {
  const t = useTranslations("ui");
  return (
    <div className={cx("flex items-start justify-between gap-4 px-5 pt-4", titleHidden ? "pb-0" : "pb-4")}>
      <div className="flex min-w-0 flex-col gap-1 pt-1">
        <Radix.Title className={titleHidden ? "sr-only" : "text-lg"}>{title}</Radix.Title>
        {description ? <Radix.Description className="text-sm text-muted">{description}</Radix.Description> : null}
      </div>
      <Radix.Close asChild>
        <IconButton label={t("close")} className="-me-1.5">
          <X aria-hidden="true" />
        </IconButton>
      </Radix.Close>
    </div>
  );
}
