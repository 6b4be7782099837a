"use client";

import { type ReactNode, useId, useRef } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "./button";
import { cx } from "./cx";
import { X } from "./icons";
import { Modal } from "./modal";

type LayerProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  /** Whether the title is only for screen readers. */
  readonly titleHidden?: boolean;
  readonly description?: ReactNode;
  readonly children: ReactNode;
};

type DialogProps = LayerProps & {
  readonly size?: "sm" | "md" | "lg" | "xl";
  /** Buttons at the end. The main button is the last one. */
  readonly footer?: ReactNode;
  /** Whether a press outside no longer closes it after input. */
  readonly keepsInput?: boolean;
};

const WIDTHS = { sm: "max-w-sm", md: "max-w-lg", lg: "max-w-2xl", xl: "max-w-5xl" };

/** A modal dialog, which fades in together with its shade. Load it lazily: it is never in the first rendering. */
export function Dialog({ open, size = "md", footer, keepsInput = false, children, ...heading }: DialogProps) {
  const id = useId();
  const hasInput = useRef(false);
  if (!open) return null;
  return (
    <Modal
      {...namedBy(id, heading)}
      onOpen={focusFirstField}
      // After input, only a button or Escape closes it.
      closesByPress={() => !(keepsInput && hasInput.current)}
      shadeClassName="grid grid-cols-[minmax(0,1fr)] overflow-y-auto p-4 sm:p-8"
      className={cx(
        "relative m-auto flex w-full flex-col rounded-lg bg-raised shadow-raised outline-none",
        WIDTHS[size],
      )}
      onInput={() => {
        hasInput.current = true;
      }}
    >
      <Heading id={id} {...heading} />
      <div className="px-5 pb-5">{children}</div>
      {footer ? <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-4">{footer}</div> : null}
    </Modal>
  );
}

/** A panel at the end of the screen, next to the page. */
export function Sheet({ open, side = "end", children, ...heading }: LayerProps & { side?: "start" | "end" }) {
  const id = useId();
  if (!open) return null;
  return (
    <Modal
      {...namedBy(id, heading)}
      onOpen={(layer) => layer.focus({ preventScroll: true })}
      className={cx(
        "fixed inset-y-0 z-40 flex w-[min(24rem,100vw-2.5rem)] animate-fade flex-col overflow-y-auto bg-raised shadow-raised outline-none",
        side === "end" ? "end-0" : "start-0",
      )}
    >
      <Heading id={id} {...heading} />
      <div className="grow px-5 pb-5">{children}</div>
    </Modal>
  );
}

/** The parts of a layer from its {@link Heading}: name, description and close button. */
function namedBy(id: string, { description, onOpenChange }: Omit<HeadingProps, "id">) {
  return {
    onClose: () => onOpenChange(false),
    titleId: `${id}-title`,
    descriptionId: description ? `${id}-description` : undefined,
  };
}

const FIELDS =
  "input:not([type=hidden], [type=radio], :disabled), input[type=radio]:checked, textarea, [role=textbox], select:not(:disabled), button[aria-haspopup=dialog]";

/** Focuses the first field or, if there is none, the layer itself instead of its close button. */
function focusFirstField(layer: HTMLElement): void {
  const field = layer.querySelector<HTMLElement>(FIELDS);
  // The browser would scroll a layer taller than the screen past its top.
  if (field) field.focus();
  else layer.focus({ preventScroll: true });
}

type HeadingProps = Omit<LayerProps, "open" | "children"> & { readonly id: string };

function Heading({ id, title, titleHidden, description, onOpenChange }: HeadingProps) {
  const t = useTranslations("ui");
  return (
    <div className={cx("flex items-start justify-between gap-4 px-5 pt-4", titleHidden ? "pb-0" : "pb-4")}>
      <div className="flex min-w-0 flex-col gap-1 pt-1">
        <h2 id={`${id}-title`} className={titleHidden ? "sr-only" : "text-lg"}>
          {title}
        </h2>
        {description ? (
          <p id={`${id}-description`} className="text-sm text-muted">
            {description}
          </p>
        ) : null}
      </div>
      <IconButton icon={X} label={t("close")} className="-me-1.5" onClick={() => onOpenChange(false)} />
    </div>
  );
}
