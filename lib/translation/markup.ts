import { extractMarkup, writeMarkup } from "@/lib/formats/sandbox/sandbox";
import { splitParagraphs } from "@/lib/text/lines";
import { hasIcuChoice } from "@/lib/text/message/placeholders";
import { escapeText, plainSegment, type Segment, unescapeText } from "@/lib/text/segment";
import type { TextFormat } from "@/lib/vocabulary/texts";
import { askedTexts } from "./plural-texts";

/** An opened text: its segments, and a function that turns their translations into a text. */
export type OpenMarkup = {
  readonly segments: readonly Segment[];
  readonly write: (encoded: readonly string[], target: string) => Promise<string>;
};

/** A markup in which branches of ICU plurals and selects are segments, translated for the target's categories. */
export async function withIcuBranches(markup: OpenMarkup, source: string, target: string): Promise<OpenMarkup> {
  if (!markup.segments.some(({ text }) => hasIcuChoice(text))) return markup;
  const asked = askedTexts(markup.segments, source, target);
  const write: OpenMarkup["write"] = async (encoded, into) => {
    const whole = await asked.assemble(encoded, async (lost) => lost.map(({ text }) => text));
    return markup.write(
      whole.map(({ text }, i) => text ?? markup.segments[i]!.text),
      into,
    );
  };
  return { segments: asked.texts, write };
}

/** Opens a text. Plain text is split into lines or hard-wrapped paragraphs; HTML and Markdown use the file formats. */
export async function openMarkup(text: string, format: TextFormat): Promise<OpenMarkup> {
  return format === "text" ? openPlain(text) : openFormat(text, format === "html" ? "html" : "md");
}

function openPlain(text: string): OpenMarkup {
  const paragraphs = splitParagraphs(text);
  const filled = paragraphs.filter((paragraph) => paragraph.text !== "");
  return {
    segments: filled.map((paragraph) => plainSegment(paragraph.text)),
    write: async (encoded) => {
      let next = 0;
      const translation = (own: string) => unescapeText(encoded[next++] ?? escapeText(own));
      return paragraphs
        .map(({ before, text: own, after, layOut }) => before + (own === "" ? "" : layOut(translation(own))) + after)
        .join("");
    },
  };
}

const KEEP_BOM = new TextDecoder("utf-8", { ignoreBOM: true });

async function openFormat(text: string, formatId: string): Promise<OpenMarkup> {
  const bytes = new TextEncoder().encode(text);
  const { segments } = await extractMarkup(bytes, formatId);
  return {
    segments,
    write: async (encoded, target) => KEEP_BOM.decode(await writeMarkup(bytes, formatId, encoded, target)),
  };
}
