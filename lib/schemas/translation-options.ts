import { z } from "zod";
import { FORMALITIES } from "@/lib/vocabulary/texts";
import { StorableText } from "./common";

export const MAX_CONTEXT = 5_000;
export const MAX_INSTRUCTIONS = 1_000;

/** Limits of `protect`. */
const MAX_PROTECTED = 20;
const MAX_PROTECT_LENGTH = 200;

/** Patterns of text that must not be translated. The services check that each can be compiled. */
export const ProtectPatterns = z
  .array(StorableText.min(1).max(MAX_PROTECT_LENGTH))
  .max(MAX_PROTECTED)
  .describe(
    `Regular expressions (RE2) for text that is never translated and is returned byte for byte, at most ${MAX_PROTECTED} of ${MAX_PROTECT_LENGTH} characters. In a form: the field repeated, or one JSON array`,
  );

const atMost = (maximum: number) => (text: string) => [...text].length <= maximum;

/** Options for engines that support them; fields of JSON bodies and of multipart forms. */
export const translationOptions = {
  protect: z.preprocess(listInField, ProtectPatterns.optional()),
  context: StorableText.refine(atMost(MAX_CONTEXT), {
    params: { code: "range", maximum: MAX_CONTEXT, unit: "characters" },
    message: `The context has at most ${MAX_CONTEXT} characters.`,
  })
    .optional()
    .describe("Context for the translation, such as the preceding text; neither translated nor counted"),
  formality: z
    .enum(FORMALITIES)
    .optional()
    .describe(
      "Form of address. Engines that don't support it return the warning `formality_not_supported` for `more` and `less`",
    ),
  instructions: StorableText.refine(atMost(MAX_INSTRUCTIONS), {
    params: { code: "range", maximum: MAX_INSTRUCTIONS, unit: "characters" },
    message: `The instructions have at most ${MAX_INSTRUCTIONS} characters.`,
  })
    .optional()
    .describe("Instructions for chat engines; other engines return the warning `instructions_not_supported`"),
};

/** Reads a form field that contains one pattern, or a JSON array of patterns. */
function listInField(value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (!value.startsWith("[")) return [value];
  try {
    const list = JSON.parse(value);
    return Array.isArray(list) ? list : [value];
  } catch {
    // `[a-z]+` looks like JSON but is a pattern.
    return [value];
  }
}
