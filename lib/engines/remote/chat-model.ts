import { z } from "zod";
import { isRecord } from "@/lib/base/records";
import { EngineError } from "@/lib/engines/engine";
import type { PromptProfile } from "@/lib/vocabulary/engines";
import { isLoopback } from "./address";
import { isTranslation } from "./chat-answer";
import {
  barePrompt,
  type ChatProfile,
  profileOf,
  readBare,
  TRANSLATEGEMMA_TOKENS,
  takesEntries,
} from "./chat-profiles";
import { type ChatFormat, type ChatMessage, chatPrompt, FORMATS, readReply, responseFormat } from "./chat-prompt";
import { readChatStream } from "./chat-stream";
import { type ChatPrice, TokenMeter } from "./chat-usage";
import { bareSize, requestSize, windowOf } from "./chat-window";
import type { VendorDirection, VendorOptions } from "./engine";
import { type HttpOptions, requestJson, type TimeLimit, VendorFault } from "./http";
import type { Piece } from "./pieces";

export type ChatOptions = Pick<HttpOptions, "backoffMs"> & {
  /** Address with version: `https://api.openai.com/v1`, `http://127.0.0.1:11434/v1`. */
  readonly url: string;
  readonly model: string;
  readonly key?: string | undefined;
  /** Languages offered for the model; servers do not report them. */
  readonly languages: readonly string[];
  /** Tokens of the model's context window. Default: as the server or the vendor says for known models, else 4,096. */
  readonly window?: number | undefined;
  /** Price of a million input and output tokens, in the billing currency. */
  readonly price?: ChatPrice | undefined;
  /** Default: chosen by the model's name. */
  readonly profile?: PromptProfile | undefined;
};

const Completion = z.object({
  choices: z
    .array(z.object({ message: z.object({ content: z.string().nullish() }), finish_reason: z.string().nullish() }))
    .min(1),
  usage: z
    .object({ prompt_tokens: z.number().min(0), completion_tokens: z.number().min(0) })
    .nullish()
    .catch(null),
});

/**
 * Finish reasons of an incomplete answer: OpenAI, Ollama, vLLM, llama.cpp (`length`, `content_filter`, `abort`),
 * Mistral (`model_length`, `error`), DeepSeek (`insufficient_system_resource`), and gateways to Claude and Gemini
 * (`max_tokens`, `SAFETY`).
 */
const CUT = /length|max_?tokens|filter|safety|abort|error|insufficient/i;

/** Context of a request, besides its texts. */
export type ChatTask = {
  readonly direction: VendorDirection;
  readonly patience: TimeLimit;
  readonly options: VendorOptions;
};

/**
 * A model on a chat server, and what earlier requests have shown: the parameters that its server accepts, and the
 * prompt format that the model follows.
 */
export class ChatModel {
  readonly http: HttpOptions;
  readonly headers: Readonly<Record<string, string>>;
  readonly local: boolean;
  readonly meter: TokenMeter;
  readonly #isAutomatic: boolean;
  #profile: ChatProfile;
  #takes: RequestOptions;
  #tokens: number;

  constructor(private readonly options: ChatOptions) {
    const { url, model, key, price, profile = "auto", backoffMs } = options;
    this.http = { engine: "openai", url, isUsedUp, readStream: readChatStream, ...(backoffMs ? { backoffMs } : {}) };
    this.headers = key ? { authorization: `Bearer ${key}` } : {};
    this.local = isLoopback(url) && !isCloudModel(model);
    this.meter = new TokenMeter(price);
    this.#isAutomatic = profile === "auto";
    this.#profile = profile === "auto" ? profileOf(model) : profile;
    this.#takes = { format: FORMATS[0], temperature: true, stream: true, entry: takesEntries(model, undefined) };
    this.#tokens = this.#windowOf([]);
  }

  get profile(): ChatProfile {
    return this.#profile;
  }

  /** Maximum texts and UTF-16 units per request. */
  get size(): { readonly items: number; readonly characters: number } {
    if (this.#profile !== "json") return bareSize(this.#tokens);
    return requestSize(this.#tokens, this.local && this.options.window === undefined);
  }

  /** Reads the server's information about the model. */
  learn(listed: readonly unknown[]): void {
    this.#tokens = this.#windowOf(listed);
    const { model } = this.options;
    const own = listed.find((one) => isRecord(one) && one.id === model);
    const entry = this.#takes.entry && takesEntries(model, isRecord(own) ? own.owned_by : undefined);
    this.#takes = { ...this.#takes, entry };
  }

  /** The translations returned for numbered texts; none for models that translate one text per request. */
  async translateAll(pieces: readonly Piece[], task: ChatTask): Promise<ReadonlyMap<number, string>> {
    if (this.#profile !== "json") return new Map();
    try {
      return readReply(await this.#numbered(pieces, task));
    } catch (error) {
      if (!this.#isAutomatic || !refusesSystemMessage(error)) throw error;
      this.#profile = "plain";
      return new Map();
    }
  }

  /** Translates a single text. Rejects if the answer is not a translation. */
  async translateOne(piece: Piece, task: ChatTask): Promise<string> {
    const { model } = this.options;
    if (this.#profile !== "json") return this.#bare(piece, task, this.#profile);
    const reply = await this.#numbered([piece], task);
    const text = readReply(reply).get(1);
    if (text !== undefined && isTranslation(piece, text, task.direction)) return text;
    if (text !== undefined || !isTranslation(piece, readBare(piece, reply), task.direction)) throw noTranslation(model);
    // The model translates but ignores the JSON format.
    if (!this.#isAutomatic) throw new EngineError("unavailable", "openai", withoutJson(model), NO_JSON_RETRY_SECONDS);
    this.#profile = "plain";
    return this.#bare(piece, task, "plain");
  }

  async #bare(piece: Piece, task: ChatTask, profile: Exclude<ChatProfile, "json">): Promise<string> {
    const { direction, patience } = task;
    const options = this.#fitting(task.options);
    const reply = await this.#complete(({ entry }) => barePrompt(profile, piece, direction, options, entry), patience);
    const text = readBare(piece, reply);
    if (isTranslation(piece, text, direction)) return text;
    throw noTranslation(this.options.model);
  }

  #numbered(pieces: readonly Piece[], { direction, patience, options }: ChatTask): Promise<string> {
    return this.#complete(() => chatPrompt(pieces, direction, this.#fitting(options)), patience);
  }

  #fitting(options: VendorOptions): VendorOptions {
    return options.context ? { ...options, context: options.context.slice(0, this.size.characters) } : options;
  }

  async #complete(
    messagesFor: (asking: RequestOptions) => readonly ChatMessage[],
    patience: TimeLimit,
    asking = this.#takes,
  ): Promise<string> {
    const messages = messagesFor(asking);
    const body = {
      model: this.options.model,
      messages,
      ...(asking.temperature ? { temperature: 0 } : {}),
      ...(asking.stream ? { stream: true, stream_options: { include_usage: true } } : {}),
      ...(this.#profile === "json" ? responseFormat(asking.format) : {}),
    };
    try {
      const call = { path: "/chat/completions", headers: this.headers, body };
      const { choices, usage } = await requestJson(this.http, call, Completion, patience);
      this.#takes = asking;
      const { message, finish_reason: end } = choices[0]!;
      const reply = message.content ?? "";
      this.meter.add(usage, { asked: JSON.stringify(messages), answered: reply });
      // An answer that parses as JSON is complete: some models write blanks after it until they are stopped.
      if (end && CUT.test(end) && (this.#profile !== "json" || readReply(reply).size === 0))
        throw new VendorFault("unavailable", "openai", TOO_LARGE, end);
      return reply;
    } catch (error) {
      const simpler = error instanceof VendorFault ? simplify(asking, this.#takes, error, this.#profile) : null;
      if (!simpler) throw error;
      return this.#complete(messagesFor, patience, simpler);
    }
  }

  #windowOf(listed: readonly unknown[]): number {
    const { model, window } = this.options;
    const own = windowOf(model, listed, this.local);
    return window ?? (this.#profile === "translategemma" ? Math.min(own, TRANSLATEGEMMA_TOKENS) : own);
  }
}

/** Status of requests that are too large, and of those whose answer was truncated: both are split. */
export const TOO_LARGE = 413;

function noTranslation(model: string): EngineError {
  return new EngineError("unavailable", "openai", `${model} answers the text instead of translating it.`);
}

/** Seconds before a wrongly configured model is tried again. */
const NO_JSON_RETRY_SECONDS = 600;

function withoutJson(model: string): string {
  return `${model} does not return the requested JSON. Set its prompt profile to plain.`;
}

/** OpenAI uses the status of a temporary rate limit for exhausted credit, too (platform.openai.com, "Error codes"). */
function isUsedUp(body: string): boolean {
  return body.includes("insufficient_quota");
}

/** Templates of translation models, and of some others, support no system message ("System role not supported"). */
function refusesSystemMessage(error: unknown): boolean {
  return error instanceof VendorFault && error.status === 400 && /\b(?:system|roles?)\b/i.test(error.body);
}

/** Models that a local Ollama runs in its vendor's cloud (docs.ollama.com, "Cloud"). */
function isCloudModel(model: string): boolean {
  return /[:-]cloud$/.test(model);
}

/** Content of requests besides their texts. `entry`: TranslateGemma's content with codes, instead of a string. */
type RequestOptions = { readonly format: ChatFormat } & Readonly<Record<"temperature" | "stream" | "entry", boolean>>;

/** The request without the parameter that a server rejects; null if there is none to remove. */
function simplify(
  asking: RequestOptions,
  before: RequestOptions,
  { status, body }: VendorFault,
  style: ChatProfile,
): RequestOptions | null {
  if (status === 400 && asking.temperature && body.includes("temperature")) return { ...asking, temperature: false };
  if ([400, 422].includes(status) && asking.stream && body.includes("stream")) return { ...asking, stream: false };
  // Some servers answer 500 if the model's template rejects the content.
  if (style === "translategemma")
    return [400, 422, 500].includes(status) && asking.entry === before.entry
      ? { ...asking, entry: !asking.entry }
      : null;
  const simpler = style === "json" && status === 400 ? FORMATS[FORMATS.indexOf(asking.format) + 1] : undefined;
  return simpler ? { ...asking, format: simpler } : null;
}
