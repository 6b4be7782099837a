import { z } from "zod";
import { FORMALITIES } from "@/lib/vocabulary/texts";
import { StorableText } from "./common";

export const MAX_CONTEXT = 5_000;
export const MAX_INSTRUCTIONS = 1_000;

const atMost = (maximum: number) => (text: string) => [...text].length <= maximum;

/** Options for engines that support them. Fields of JSON bodies and of multipart forms alike. */
export const translationOptions = {
  context: StorableText.refine(atMost(MAX_CONTEXT), {
    params: { code: "range", maximum: MAX_CONTEXT, unit: "characters" },
    message: `The context has at most ${MAX_CONTEXT} characters.`,
  })
    .optional()
    .describe(
      "Text that helps to understand what is translated, such as what comes before it; neither translated nor counted",
    ),
  formality: z
    .enum(FORMALITIES)
    .optional()
    .describe(
      "How people are addressed. An engine that cannot: the warning `formality_not_supported` for `more` and `less`",
    ),
  instructions: StorableText.refine(atMost(MAX_INSTRUCTIONS), {
    params: { code: "range", maximum: MAX_INSTRUCTIONS, unit: "characters" },
    message: `The instructions have at most ${MAX_INSTRUCTIONS} characters.`,
  })
    .optional()
    .describe("How to translate, for chat engines; with others the warning `instructions_not_supported`"),
};
