import { z } from "zod";
import { isRecord } from "@/lib/base/records";

/** `GET /models` of a server with OpenAI's protocol. */
export const ModelList = z.object({ data: z.array(z.unknown()) });

/** Tokens that servers without a word about it have: Ollama's default. */
const SMALLEST = 4_096;

/**
 * Windows of hosted models in tokens, as their vendors document them, by the start of the name after the last slash. A
 * newer model of a family has at least its window.
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

/** Fields in which servers say it: vLLM, OpenRouter, Groq, LM Studio. */
const FIELDS = ["max_model_len", "context_length", "context_window", "loaded_context_length"] as const;

/**
 * Tokens of a model's window: as the server says it for this model, else as its vendor documents it. A local server may
 * run a model with a smaller window than the model has, so only its own word counts there.
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

/** Tokens of the instructions, terms, context and neighbours of a request, at most. */
const PROMPT_TOKENS = 2_200;
/** UTF-16 units per token: fewer than English has, because other languages need more tokens. */
const UNITS_PER_TOKEN = 2;
/** The answer is about as long as the text, and JSON around it takes a little more. */
const TOKENS_PER_TEXT_TOKEN = 2.2;
/** A model that writes 50 tokens a second takes a minute for this, and more texts at once are translated worse. */
const MAX_UNITS = 8_000;
/** A CPU writes ten tokens a second. */
const MAX_UNITS_ON_CPU = 2_000;
const UNITS_PER_ITEM = 200;

/** Tokens of a prompt for one bare text. */
const BARE_PROMPT_TOKENS = 150;

/** The same for models that take one text a request. */
export function bareSize(window: number): { readonly items: 1; readonly characters: number } {
  const room = ((window - BARE_PROMPT_TOKENS) / TOKENS_PER_TEXT_TOKEN) * UNITS_PER_TOKEN;
  return { items: 1, characters: Math.round(Math.min(MAX_UNITS_ON_CPU, Math.max(room, 400))) };
}

/** Texts and UTF-16 units per request that a window has room for. */
export function requestSize(window: number, isSlow: boolean): { readonly items: number; readonly characters: number } {
  const room = ((window - PROMPT_TOKENS) / TOKENS_PER_TEXT_TOKEN) * UNITS_PER_TOKEN;
  const most = isSlow ? MAX_UNITS_ON_CPU : MAX_UNITS;
  const characters = Math.round(Math.min(most, Math.max(room, 400)));
  return { items: Math.max(2, Math.round(characters / UNITS_PER_ITEM)), characters };
}
