import { z } from "zod";
import { isRecord } from "@/lib/base/records";

/** `GET /models` of a server with OpenAI's protocol. */
export const ModelList = z.object({ data: z.array(z.unknown()) });

/** Tokens assumed if a server doesn't report the window: Ollama's default. */
const SMALLEST = 4_096;

/**
 * Context windows of hosted models in tokens, as documented by their vendors, by the beginning of the name after the
 * last slash. A newer model of a family has at least the same window.
 */
const WINDOWS: readonly (readonly [name: RegExp, tokens: number])[] = [
  [/^gpt-4\.1/, 1_047_576],
  [/^(?:gpt-5|o[134](?:-|$))/, 200_000],
  [/^(?:gpt-4o|gpt-4-turbo|chatgpt-4o)/, 128_000],
  [/^gpt-4/, 8_192],
  [/^gpt-3\.5/, 16_385],
  [/^claude-/, 200_000],
  [/^gemini-/, 1_000_000],
  [/^(?:mistral-(?:large|medium|small)|deepseek-|qwen3?-(?:max|plus|turbo)|grok-)/, 64_000],
];

/** Fields in which servers report it: vLLM, OpenRouter, Groq, LM Studio. */
const FIELDS = ["max_model_len", "context_length", "context_window", "loaded_context_length"] as const;

/**
 * Tokens of a model's context window: as the server reports for this model, else as its vendor documents. A local
 * server may run a model with a smaller window than the model supports, so only the server's report counts there.
 */
export function windowOf(model: string, listed: readonly unknown[], isLocal: boolean): number {
  const own = listed.find((one) => isRecord(one) && one.id === model);
  const said = isRecord(own) ? FIELDS.map((field) => own[field]).filter(isTokens) : [];
  if (said.length > 0) return Math.min(...said);
  const name = model.slice(model.lastIndexOf("/") + 1).toLowerCase();
  return (isLocal ? undefined : WINDOWS.find(([pattern]) => pattern.test(name))?.[1]) ?? SMALLEST;
}

function isTokens(value: unknown): value is number {
  return typeof value === "number" && value >= 512;
}

/** Maximum tokens of the instructions, terms, context and neighbouring texts in a request. */
const PROMPT_TOKENS = 2_200;
/** UTF-16 units per token: lower than for English, because other languages need more tokens. */
const UNITS_PER_TOKEN = 2;
/** Tokens needed per token of text: the answer is about as long as the text, and its JSON takes some more. */
const TOKENS_PER_TEXT_TOKEN = 2.2;
/** Maximum UTF-16 units per request: a minute at 50 tokens a second; more texts together are translated worse. */
const MAX_UNITS = 8_000;
/** The same limit for a CPU, which writes ten tokens a second. */
const MAX_UNITS_ON_CPU = 2_000;
const UNITS_PER_ITEM = 200;

/** Tokens of a prompt for a single text without JSON. */
const BARE_PROMPT_TOKENS = 150;

/** The same for models that translate one text per request. */
export function bareSize(window: number): { readonly items: 1; readonly characters: number } {
  const room = ((window - BARE_PROMPT_TOKENS) / TOKENS_PER_TEXT_TOKEN) * UNITS_PER_TOKEN;
  return { items: 1, characters: Math.round(Math.min(MAX_UNITS_ON_CPU, Math.max(room, 400))) };
}

/** Texts and UTF-16 units per request for which a window has room. */
export function requestSize(window: number, isSlow: boolean): { readonly items: number; readonly characters: number } {
  const room = ((window - PROMPT_TOKENS) / TOKENS_PER_TEXT_TOKEN) * UNITS_PER_TOKEN;
  const most = isSlow ? MAX_UNITS_ON_CPU : MAX_UNITS;
  const characters = Math.round(Math.min(most, Math.max(room, 400)));
  return { items: Math.max(2, Math.round(characters / UNITS_PER_ITEM)), characters };
}
