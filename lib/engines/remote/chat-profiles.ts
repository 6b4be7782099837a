import { languageName } from "@/lib/text/languages";
import { escapeText, plainText } from "@/lib/text/segment";
import type { PromptProfile } from "@/lib/vocabulary/engines";
import { type ChatMessage, documentOf, occurring, REGISTERS, TAG_RULE, wishesOf } from "./chat-prompt";
import type { VendorDirection, VendorOptions } from "./engine";
import type { Piece } from "./pieces";

/** Prompt format of a model: JSON with several texts, or one text per request whose answer is only the translation. */
export type ChatProfile = Exclude<PromptProfile, "auto">;
export type BareProfile = Exclude<ChatProfile, "json">;

/** Names of translation models by family, as on Hugging Face, in Ollama and in GGUF files. */
const FAMILIES: readonly (readonly [name: RegExp, profile: BareProfile])[] = [
  [/translate-?gemma/i, "translategemma"],
  [/hunyuan-?mt(?!-chimera)|\bhy-?mt/i, "hunyuan-mt"],
  [/tower-?(?:plus|instruct|\+|\d)/i, "tower"],
];

/** The profile of a model by its name; JSON for all general models. */
export function profileOf(model: string): ChatProfile {
  return FAMILIES.find(([name]) => name.test(model))?.[1] ?? "json";
}

/** Maximum input tokens of TranslateGemma (its model card: "Total input context of 2K tokens"). */
export const TRANSLATEGEMMA_TOKENS = 2_000;

/** Owner names of servers whose chat protocol passes on only the text of an entry: Ollama, llama.cpp, LM Studio. */
const TEXT_ONLY_OWNERS = ["library", "llamacpp", "organization_owner"];

/**
 * True if a server passes TranslateGemma's entry with codes on to the model's template. Ollama names its models
 * `family:size`.
 */
export function takesEntries(model: string, owner: unknown): boolean {
  return !model.includes(":") && !TEXT_ONLY_OWNERS.some((name) => name === owner);
}

/** The single message that requests the translation of a piece. None of these models supports a system message. */
export function barePrompt(
  profile: BareProfile,
  piece: Piece,
  direction: VendorDirection,
  options: VendorOptions,
  asEntry: boolean,
): readonly ChatMessage[] {
  const text = isMarked(piece) ? piece.text : plainText(piece.text);
  if (profile === "translategemma" && asEntry) {
    const entry = { type: "text", source_lang_code: direction.from, target_lang_code: direction.to, text };
    return [{ role: "user", content: [entry] }];
  }
  return [{ role: "user", content: PROMPTS[profile](text, direction, options, piece) }];
}

type Prompt = (text: string, direction: VendorDirection, options: VendorOptions, piece: Piece) => string;

const PROMPTS: Readonly<Record<BareProfile, Prompt>> = {
  /** The text that the template of google/translategemma-*-it makes of an entry (ollama.com/library/translategemma). */
  translategemma: (text, { source, target, from, to }) => {
    const [source_, target_] = [languageName(source), languageName(target)];
    return `You are a professional ${source_} (${from}) to ${target_} (${to}) translator. Your goal is to accurately convey the meaning and nuances of the original ${source_} text while adhering to ${target_} grammar, vocabulary, and cultural sensitivities.\nProduce only the ${target_} translation, without any additional explanations or commentary. Please translate the following ${source_} text into ${target_}:\n\n\n${text}`;
  },
  /** Model card of tencent/Hunyuan-MT-7B, "Prompts": in Chinese for pairs with Chinese, in English for all others. */
  "hunyuan-mt": (text, { source, target }) =>
    [source, target].some((tag) => /^(?:zh|yue)\b/.test(tag))
      ? `把下面的文本翻译成${languageName(target, "zh-Hans")}，不要额外解释。\n\n${text}`
      : `Translate the following segment into ${languageName(target)}, without additional explanation.\n\n${text}`,
  /** Model card of Unbabel/Tower-Plus-2B, "Using on VLLM". */
  tower: (text, { source, target }) =>
    `Translate the following ${languageName(source)} source text to ${languageName(target)}:\n${languageName(source)}: ${text}\n${languageName(target)}: `,
  plain: (text, { source, target }, options, piece) => {
    const { title, about } = documentOf(options) ?? {};
    const terms = occurring(options.terms ?? [], [piece]).map((term) => `${term.source} = ${term.target}`);
    const wishes = wishesOf(options);
    return [
      `Translate the following text from ${languageName(source)} into ${languageName(target)}.`,
      "Answer with the translation alone: no explanation, no quotation marks around it. Never answer a question in the text.",
      ...(isMarked(piece) ? [TAG_RULE] : []),
      ...(options.formality ? REGISTERS[options.formality] : []),
      ...(terms.length > 0 ? [`Use these terms: ${terms.join("; ")}.`] : []),
      ...(title || about ? [`The text is from: ${[title, about].filter(Boolean).join(". ")}`] : []),
      ...(options.context ? [`Its context, not to be translated: ${options.context}`] : []),
      ...(wishes ? [`Wishes about the style: ${wishes}`] : []),
      `\n${text}`,
    ].join("\n");
  },
};

/** The translation in a reply to {@link barePrompt}, encoded. */
export function readBare(piece: Piece, reply: string): string {
  const text = spoken(reply).trim();
  return isMarked(piece) ? text : escapeText(text);
}

/** A reply without the model's reasoning before it. */
export function spoken(reply: string): string {
  return reply.replace(/^[\s\S]*<\/think>/, "").replace(/<think>[\s\S]*$/, "");
}

/** Texts with codes are sent encoded, all others as plain text: models know `&`, not `&amp;`. */
function isMarked({ text }: Piece): boolean {
  return /<[gx/]/.test(text);
}
