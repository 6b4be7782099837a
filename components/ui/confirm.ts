import { lazy } from "react";
import type { ConfirmDialog as Loaded } from "./confirm-dialog";

/** Asks for confirmation of an irreversible action (see confirm-dialog.tsx). Loaded on demand. */
export const ConfirmDialog = lazy(() =>
  import("./confirm-dialog").then((m) => ({ default: m.ConfirmDialog })),
) as typeof Loaded;
