import type { FacadeAnswer, FacadeContext } from "@/lib/facades/facade";
import { detectTexts } from "@/lib/translation/detect-texts";
import { invalid } from "./dialect";
import { codeOf } from "./languages";

/** `POST /detect`: languages of a text, best first. Never empty: English without confidence if none is detected. */
export async function detect({ caller, fields }: FacadeContext): Promise<FacadeAnswer> {
  const text = fields.text("q");
  if (text === null) throw invalid("Invalid request: missing q parameter");
  const { detections } = await detectTexts(caller, [text]);
  const candidates = detections[0]?.candidates ?? [];
  const body = candidates.map(({ language, confidence }) => ({
    confidence: Math.round(confidence * 100),
    language: codeOf(language),
  }));
  return { body: body.length > 0 ? body : [{ confidence: 0, language: "en" }] };
}
