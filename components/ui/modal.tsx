"use client";

import { DismissableLayer, FocusGuards, FocusScope } from "radix-ui/internal";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { cx } from "./cx";
import { hideRest } from "./hide-rest";
import { lockScroll } from "./lock-scroll";
import { rememberFocus, returnFocus } from "./return-focus";
import { useIsHydrated } from "./use-is-hydrated";

type ModalProps = {
  readonly onClose: () => void;
  readonly titleId: string;
  readonly descriptionId: string | undefined;
  /** Focuses a part of the layer after it has opened. */
  readonly onOpen: (layer: HTMLElement) => void;
  /** Whether a press outside the layer closes it. */
  readonly closesByPress?: () => boolean;
  /** The shade over the page, which contains the layer. */
  readonly shadeClassName?: string;
  readonly className: string;
  readonly onInput?: () => void;
  readonly children: ReactNode;
};

/**
 * A layer over the page that holds the focus. Radix's dialog makes the page inert by inherited styles, so that the
 * browser recalculates the styles of every element, which takes most of the time on long pages; here the shade takes
 * the presses instead. Radix's portal is not used either: it renders its content after it is mounted, in one piece that
 * blocks the page. A layer rendered with its opener and opened in a transition lets the browser paint and handle keys.
 */
export function Modal(props: ModalProps) {
  return useIsHydrated() ? createPortal(<Layer {...props} />, document.body) : null;
}

function Layer(props: ModalProps) {
  const { onClose, titleId, descriptionId, onOpen, closesByPress, shadeClassName, className, onInput, children } =
    props;
  const layer = useRef<HTMLDivElement>(null);
  const shade = useRef<HTMLDivElement>(null);
  const surface = DismissableLayer.useDismissableLayerSurface();
  const { nodes, registry } = FocusScope.useFocusScopeBranchRegistry();
  FocusGuards.useFocusGuards();
  useLayoutEffect(lockScroll, []);
  useEffect(() => (layer.current ? hideRest(layer.current) : undefined), []);
  return (
    <div
      ref={(element) => {
        shade.current = element;
        surface(element);
      }}
      className={cx(
        "fixed inset-0 z-40 animate-fade overscroll-contain bg-[oklch(0.15_0.02_220/0.45)]",
        shadeClassName,
      )}
    >
      <FocusScope.FocusScopeBranchProvider registry={registry}>
        <FocusScope.Root
          asChild
          loop
          trapped
          branches={nodes}
          onMountAutoFocus={(event) => {
            event.preventDefault();
            const opened = event.currentTarget as HTMLElement;
            rememberFocus(opened);
            onOpen(opened);
          }}
          onUnmountAutoFocus={(event) => {
            event.preventDefault();
            returnFocus(event.currentTarget as HTMLElement);
          }}
        >
          <DismissableLayer.Root
            ref={layer}
            role="dialog"
            aria-labelledby={titleId}
            aria-describedby={descriptionId}
            deferPointerDownOutside
            onDismiss={onClose}
            onFocusOutside={(event) => event.preventDefault()}
            onPointerDownOutside={(event) => {
              const { button, ctrlKey, target } = event.detail.originalEvent;
              const isMain = button === 0 && !ctrlKey;
              if (!isMain || target !== shade.current || closesByPress?.() === false) event.preventDefault();
            }}
            onInput={onInput}
            className={className}
          >
            {children}
          </DismissableLayer.Root>
        </FocusScope.Root>
      </FocusScope.FocusScopeBranchProvider>
    </div>
  );
}
