/** What stands next to a translation: its messages, and what can be done with it. */
export const loadOutcome = () => import("./outcome");
export const loadActions = () => import("./answer-actions");

/** Loads both. The input does so on focus, so that they can tell of a lost connection. */
export const loadAnswer = () => Promise.all([loadOutcome(), loadActions()]);
