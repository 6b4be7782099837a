import { db } from "@/db/client";
import type { FacadeAnswer, FacadeContext } from "@/lib/http/compat/facade";
import { invalid } from "@/lib/http/compat/faults";
import { StorableText } from "@/lib/schemas/common";
import { escapeText } from "@/lib/text/segment";
import { keepSuggestion } from "@/lib/translation/memory/suggestions";
import { required, requirePair } from "./dialect";

/** Maximum characters of a text, as for memory units. */
const MAX_LENGTH = 10_000;

/** `POST /suggest`: saves a translation in the account's memory for suggestions. */
export async function suggest(context: FacadeContext): Promise<FacadeAnswer> {
  const { caller, fields } = context;
  const [source, target] = ["q", "s"].map((name) => escapeText(required(name, fields.text(name))));
  const { source: sourceLanguage, target: language } = await requirePair(context);
  if (sourceLanguage === undefined) throw invalid("auto is not supported");
  const isKept = (text: string) => text.length <= MAX_LENGTH && StorableText.safeParse(text).success;
  if (!isKept(source!) || !isKept(target!)) throw invalid("Invalid request: the text cannot be kept");
  const unit = { sourceLanguage, language, source: source!, target: target! };
  await db().transaction((tx) => keepSuggestion(tx, caller, unit));
  return { body: { success: true } };
}
