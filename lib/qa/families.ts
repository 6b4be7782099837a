import { provenance } from "./provenance";
import type { Family } from "./subject";

/** Every family of checks; a new one is a line here and its checks in `checks.ts`. */
export const FAMILIES: readonly Family[] = [provenance];
