/** Loads the messages and actions that are shown next to a translation. */
export const loadOutcome = () => import("./outcome");
export const loadActions = () => import("./answer-actions");

/** Loads both modules. The input loads them when it gets the focus, so that they can report a lost connection. */
export const loadAnswer = () => Promise.all([loadOutcome(), loadActions()]);
