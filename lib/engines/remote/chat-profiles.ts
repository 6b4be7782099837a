import { languageName } from "@/lib/text/languages";
import { escapeText, plainText } from "@/lib/text/segment";
import type { PromptProfile } from "@/lib/vocabulary/engines";
import { type ChatMessage, documentOf, occurring, REGISTERS, TAG_RULE, wishesOf } from "./chat-prompt";
import type { VendorDirection, VendorOptions } from "./engine";
import type { Piece } from "./pieces";

/** How a model is asked: with JSON for several texts, or one text a request whose answer is the bare translation. */
export type ChatProfile = Exclude<PromptProfile, "auto">;
export type BareProfile = Exclude<ChatProfile, "json">;

/** Names by which models that only translate are served, by families: Hugging Face, Ollama, GGUF files. */
const FAMILIES: readonly (readonly [name: RegExp, profile: BareProfile])[] = [
  [/translate-?gemma/i, "translategemma"],
  [/hunyuan-?mt(?!-chimera)|\bhy-?mt/i, "hunyuan-mt"],
  [/tower-?(?:plus|instruct|\+|\d)/i, "tower"],
];

/** The profile of a model by its name; JSON for all that follow instructions. */
export function profileOf(model: string): ChatProfile {
  return FAMILIES.find(([name]) => name.test(model))?.[1] ?? "json";
}

/** Tokens that TranslateGemma reads (its model card: "Total input context of 2K tokens"). */
export const TRANSLATEGEMMA_TOKENS = 2_000;

/** Owners that servers name whose chat protocol passes on nothing of an entry but its text: Ollama, llama.cpp, LM Studio. */
const TEXT_ONLY_OWNERS = ["library", "llamacpp", "organization_owner"];

/**
 * Whether a server passes TranslateGemma's entry with codes on to the model's template. Ollama names its models
 * `family:size`.
 */
export function takesEntries(model: string, owner: unknown): boolean {
  return !model.includes(":") && !TEXT_ONLY_OWNERS.some((name) => name === owner);
}

/** The single message that asks for the translation of a piece. None of these models has a system message. */
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
  /** The words into which the template of google/translategemma-*-it makes its entry (ollama.com/library/translategemma). */
  translategemma: (text, { source, target, from, to }) => {
    const [source_, target_] = [languageName(source), languageName(target)];
    return `You are a professional ${source_} (${from}) to ${target_} (${to}) translator. Your goal is to accurately convey the meaning and nuances of the original ${source_} text while adhering to ${target_} grammar, vocabulary, and cultural sensitivities.\nProduce only the ${target_} translation, without any additional explanations or commentary. Please translate the following ${source_} text into ${target_}:\n\n\n${text}`;
  },
  /** Model card of tencent/Hunyuan-MT-7B, "Prompts": one in Chinese for Chinese, the other for all other pairs. */
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

/** The translation in a reply of {@link barePrompt}, encoded. */
export function readBare(piece: Piece, reply: string): string {
  const text = spoken(reply).trim();
  return isMarked(piece) ? text : escapeText(text);
}

/** A reply without what the model thought before it. */
export function spoken(reply: string): string {
  return reply.replace(/^[\s\S]*<\/think>/, "").replace(/<think>[\s\S]*$/, "");
}

/** Texts with codes are sent encoded, all others as people read them: models know `&`, not `&amp;`. */
function isMarked({ text }: Piece): boolean {
  return /<[gx/]/.test(text);
}
