import type { z } from "zod";
import type { TriedTranslation } from "@/lib/schemas/translate";
import { api } from "./fetch";

export type Tried = z.output<typeof TriedTranslation>;

/** Translates a visitor's text; `source` may be `auto`. */
export function tryTranslation(
  body: { readonly text: string; readonly source: string; readonly target: string },
  signal: AbortSignal,
): Promise<Tried> {
  return api<typeof TriedTranslation>("POST", "/try", { body, signal });
}
