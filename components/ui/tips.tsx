"use client";

import { useEffect, useRef, useState } from "react";
import { Kbd } from "./kbd";

type Tip = { readonly text: string; readonly keys: string | undefined; readonly anchor: DOMRect };

const DELAY_MS = 350;

/**
 * The layer for the tooltips of all `data-tip` buttons, in the top layer. They are shown on hover and keyboard focus,
 * and closed by Escape or a press of the button. A tooltip repeats the button's name, so screen readers ignore it.
 */
export function Tips() {
  const [tip, setTip] = useState<Tip | null>(null);
  const layer = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A press may change the icon below the pointer, which counts as another hover. After a tap nothing would end that.
    let pressed: HTMLElement | null = null;
    const hide = () => {
      clearTimeout(timer);
      setTip(null);
    };
    const show = (button: HTMLElement | null, delay: number) => {
      if (!button) return hide();
      clearTimeout(timer);
      timer = setTimeout(() => {
        const { tip: text, tipKeys: keys } = button.dataset;
        if (text && button.isConnected) setTip({ text, keys, anchor: button.getBoundingClientRect() });
      }, delay);
    };
    const over = (event: PointerEvent) => {
      const button = buttonOf(event);
      if (button !== pressed) pressed = null;
      if (event.pointerType === "mouse" && !pressed) show(button, DELAY_MS);
    };
    const press = (event: Event) => {
      pressed = buttonOf(event);
      hide();
    };
    const focus = (event: FocusEvent) =>
      event.target instanceof Element && event.target.matches(":focus-visible") && show(buttonOf(event), 0);
    const key = (event: KeyboardEvent) => event.key === "Escape" && hide();
    const events = [
      ["pointerover", over],
      ["focusin", focus],
      ["focusout", hide],
      ["pointerdown", press],
      ["click", press],
      ["keydown", key],
      ["scroll", hide],
    ] as const;
    for (const [name, listener] of events) document.addEventListener(name, listener as EventListener, true);
    return () => {
      clearTimeout(timer);
      for (const [name, listener] of events) document.removeEventListener(name, listener as EventListener, true);
    };
  }, []);

  useEffect(() => {
    const element = layer.current;
    if (!element?.showPopover) return;
    if (!tip) {
      if (element.matches(":popover-open")) element.hidePopover();
      return;
    }
    element.showPopover();
    const { width, height } = element.getBoundingClientRect();
    const { left, right, top, bottom } = tip.anchor;
    const middle = (left + right - width) / 2;
    element.style.left = `${Math.max(6, Math.min(middle, window.innerWidth - width - 6))}px`;
    element.style.top = `${bottom + height + 12 < window.innerHeight ? bottom + 6 : top - height - 6}px`;
  }, [tip]);

  return (
    <div
      ref={layer}
      popover="manual"
      aria-hidden="true"
      className="pointer-events-none fixed inset-auto m-0 max-w-64 items-center gap-2 rounded-sm bg-ink px-2 py-1 text-xs text-canvas open:flex print:hidden"
    >
      {tip?.text}
      {tip?.keys ? <Kbd>{tip.keys}</Kbd> : null}
    </div>
  );
}

function buttonOf({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;
}
