import type { FacadeAnswer, FacadeContext } from "@/lib/http/compat/facade";
import { detectTexts } from "@/lib/translation/detect-texts";
import { required } from "./dialect";
import { codeOf } from "./languages";

/** `POST /detect`: languages of a text, best first. Never empty: English without confidence if none is detected. */
export async function detect({ caller, fields }: FacadeContext): Promise<FacadeAnswer> {
  const text = required("q", fields.text("q"));
  const { detections } = await detectTexts(caller, [text]);
  const candidates = detections[0]?.candidates ?? [];
  const body = candidates.map(({ language, confidence }) => ({
    confidence: Math.round(confidence * 100),
    language: codeOf(language),
  }));
  return { body: body.length > 0 ? body : [{ confidence: 0, language: "en" }] };
}
