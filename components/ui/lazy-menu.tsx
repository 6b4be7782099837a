"use client";

import { type ReactNode, Suspense } from "react";
import { useLayer } from "./use-layer";

type LazyMenuProps = {
  /** Loads the code of the menu. Called before the menu opens. */
  readonly load: () => Promise<unknown>;
  /** The menu, rendered open, with its button. */
  readonly menu: (button: ReactNode) => ReactNode;
  readonly className: string;
  readonly children: ReactNode;
};

/** The button of a menu that is loaded on demand. */
export function LazyMenu({ load, menu, className, children }: LazyMenuProps) {
  const [wanted, want] = useLayer<true>();
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      onPointerEnter={load}
      onFocus={load}
      onClick={() => want(true)}
      className={className}
    >
      {children}
    </button>
  );
  return <Suspense fallback={button}>{wanted ? menu(button) : button}</Suspense>;
}
