"use client";

import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useTranslations } from "use-intl";
import { Store } from "@/lib/client/store";
import { Button, IconButton } from "./button";
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "./icons";

type Toast = {
  readonly id: number;
  readonly tone: "neutral" | "success" | "warning" | "danger";
  readonly message: ReactNode;
  readonly action?: { readonly label: ReactNode; readonly onSelect: () => void };
};

const SHOWN_MS = 7000;
const MAX_SHOWN = 3;

const NONE: readonly Toast[] = [];
const toasts = new Store(NONE);
let nextId = 1;

/** Shows a message for seven seconds, or longer while it is hovered or focused. */
export function toast(message: ReactNode, options: Partial<Pick<Toast, "tone" | "action">> = {}): void {
  toasts.set([...toasts.get().slice(1 - MAX_SHOWN), { id: nextId++, tone: "neutral", message, ...options }]);
}

/** A handler that says what was done, then closes what did it. */
export function succeed(message: ReactNode, close: () => void): () => void {
  return () => {
    toast(message, { tone: "success" });
    close();
  };
}

function removeToast(id: number): void {
  toasts.set(toasts.get().filter((each) => each.id !== id));
}

/** Element that had the focus before it moved to the toasts. */
let focusedBefore: Element | null = null;

/** Call it before removing a toast, because the focus in it would be lost. */
function returnFocus(card: Element | null): void {
  if (card?.contains(document.activeElement) && focusedBefore instanceof HTMLElement)
    focusedBefore.focus({ preventScroll: true });
}

/**
 * The place for toasts: at the end of the page, where they cover nothing, and in the top layer, so that dialogs do not
 * hide them. Not from a package, because packages use style elements, which the content security policy blocks.
 */
export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get, () => NONE);
  const region = useRef<HTMLElement>(null);
  const t = useTranslations("ui");
  // Reopened for each toast, because the last element in the top layer is uppermost.
  useEffect(() => {
    const element = region.current;
    if (!element?.showPopover) return;
    if (element.matches(":popover-open")) element.hidePopover();
    if (shown.length > 0) element.showPopover();
  }, [shown]);
  // An open layer would treat a press here as one outside, and close.
  useEffect(() => {
    const element = region.current;
    const keep = (event: Event) => event.stopPropagation();
    element?.addEventListener("pointerdown", keep);
    return () => element?.removeEventListener("pointerdown", keep);
  }, []);
  return (
    <section
      ref={region}
      popover="manual"
      aria-label={t("notifications")}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) focusedBefore = relatedTarget;
      }}
      // Behind an open dialog the page ignores presses, but toasts do not.
      className="pointer-events-auto fixed inset-x-4 top-auto bottom-20 z-50 mx-auto w-[min(26rem,calc(100vw-2rem))] flex-col gap-2 overflow-visible bg-transparent p-0 text-ink open:flex lg:bottom-6 print:hidden"
    >
      <div aria-live="polite" className="flex flex-col gap-2">
        {shown.map((each) => (
          <ToastCard key={each.id} {...each} />
        ))}
      </div>
    </section>
  );
}

const ICONS = { neutral: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };
const ICON_TONES = {
  neutral: "text-muted",
  success: "text-success",
  warning: "text-warning",
  danger: "text-danger",
};

function ToastCard({ id, tone, message, action }: Toast) {
  const [held, setHeld] = useState(false);
  const t = useTranslations("ui");
  const card = useRef<HTMLDivElement>(null);
  const close = () => {
    returnFocus(card.current);
    removeToast(id);
  };
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => removeToast(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, held]);
  const Icon = ICONS[tone];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: resting on it only keeps it longer
    <div
      ref={card}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="flex animate-enter items-center gap-3 rounded-md bg-raised py-2 ps-3.5 pe-2 text-sm shadow-raised"
    >
      <Icon className={`size-4 shrink-0 ${ICON_TONES[tone]}`} />
      <span className="min-w-0 grow py-1">{message}</span>
      {action ? (
        <Button
          size="sm"
          onClick={() => {
            action.onSelect();
            close();
          }}
        >
          {action.label}
        </Button>
      ) : null}
      <IconButton icon={X} size="sm" label={t("dismiss")} onClick={close} />
    </div>
  );
}
