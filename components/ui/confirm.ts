import { lazy } from "react";

/** Asks before something that cannot be undone (see confirm-dialog.tsx); its code is loaded when it is first wanted. */
export const ConfirmDialog = lazy(() => import("./confirm-dialog").then((m) => ({ default: m.ConfirmDialog })));
