import { lazy } from "react";
import type { ConfirmDialog as Loaded } from "./confirm-dialog";

/** Confirms an irreversible action (see confirm-dialog.tsx); loaded on demand. */
export const ConfirmDialog = lazy(() =>
  import("./confirm-dialog").then((m) => ({ default: m.ConfirmDialog })),
) as typeof Loaded;
