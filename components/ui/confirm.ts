import { lazy } from "react";

/** Confirms an irreversible action (see confirm-dialog.tsx); loaded on demand. */
export const ConfirmDialog = lazy(() => import("./confirm-dialog").then((m) => ({ default: m.ConfirmDialog })));
