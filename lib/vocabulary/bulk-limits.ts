/** Maximum segments that a bulk action names one by one. */
export const MAX_CHOSEN_SEGMENTS = 1_000;
