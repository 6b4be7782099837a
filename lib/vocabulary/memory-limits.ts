/** Longest text of a memory's unit, in UTF-16 units. */
export const MAX_UNIT_LENGTH = 10_000;
