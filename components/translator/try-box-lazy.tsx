"use client";

import { lazy, Suspense } from "react";
import type { TryBoxProps } from "./try-box";

const TryBox = lazy(() => import("./try-box"));

/** The translator for visitors, loaded separately because the start page of signed-in people has the same address. */
export function LazyTryBox(props: TryBoxProps) {
  return (
    <Suspense fallback={null}>
      <TryBox {...props} />
    </Suspense>
  );
}
