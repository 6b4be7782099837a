/** Loads the messages next to a translation. The input does so on focus, so that they can tell of a lost connection. */
export const loadOutcome = () => import("./outcome");
