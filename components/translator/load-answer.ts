/** Code shown next to a translation: its messages and actions. */
export const loadOutcome = () => import("./outcome");
export const loadActions = () => import("./answer-actions");

/** Loads both modules. The input loads them on focus, so that they can report a lost connection. */
export const loadAnswer = () => Promise.all([loadOutcome(), loadActions()]);
