import { z } from "zod";
import { EngineError } from "@/lib/engines/engine";
import { serialize, tokenize } from "@/lib/text/segment";
import { isLoopback } from "./address";
import { hasItsCodes, isTranslation } from "./chat-answer";
import { type ChatFormat, chatPrompt, FORMATS, readReply, responseFormat } from "./chat-prompt";
import { type ChatPrice, TokenMeter } from "./chat-usage";
import { ModelList, requestSize, windowOf } from "./chat-window";
import type { Vendor, VendorDirection, VendorOptions } from "./engine";
import { type HttpOptions, requestJson, type TimeLimit, VendorFault } from "./http";
import { pairUp, vendorLanguage } from "./pairs";
import type { Piece } from "./pieces";
import { remoteRank } from "./ranks";

export type ChatOptions = Pick<HttpOptions, "backoffMs"> & {
  /** Address with the version: `https://api.openai.com/v1`, `http://127.0.0.1:11434/v1`. */
  readonly url: string;
  readonly model: string;
  readonly key?: string | undefined;
  /** Languages that the model is trusted with; servers do not report them. */
  readonly languages: readonly string[];
  /** Tokens of the model's window. Default: what the server says, else the vendor's for known models, else 4,096. */
  readonly window?: number | undefined;
  /** Price of a million tokens in and out, in the currency of the bill. */
  readonly price?: ChatPrice | undefined;
};

const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: z
    .object({ prompt_tokens: z.number().min(0), completion_tokens: z.number().min(0) })
    .nullish()
    .catch(null),
});

/**
 * Servers with OpenAI's chat completions (platform.openai.com; Ollama, vLLM and llama.cpp document the same): numbered
 * texts go out, JSON in a given schema comes back. Servers without schema support are asked for plain JSON or text. A
 * missing translation, or one that lost a code or looks like an answer, is requested once more, alone; what then still
 * looks like an answer is rejected.
 */
export function chat({ url, model, key, languages, window, price, backoffMs }: ChatOptions): Vendor {
  const http: HttpOptions = { engine: "openai", url, isUsedUp, ...(backoffMs ? { backoffMs } : {}) };
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
  const local = isLoopback(url) && !isCloudModel(model);
  /** The format that the server has accepted so far. */
  let takes: RequestOptions = { format: FORMATS[0], temperature: true };
  let tokens = window ?? windowOf(model, [], local);
  const meter = new TokenMeter(price);
  const size = () => requestSize(tokens, local && window === undefined);

  const complete = async (
    pieces: readonly Piece[],
    direction: VendorDirection,
    patience: TimeLimit,
    options: VendorOptions,
    asking = takes,
  ): Promise<ReadonlyMap<number, string>> => {
    const body = {
      model,
      messages: chatPrompt(pieces, direction, { ...options, context: options.context?.slice(0, size().characters) }),
      ...(asking.temperature ? { temperature: 0 } : {}),
      ...responseFormat(asking.format),
    };
    try {
      const call = { path: "/chat/completions", headers, body };
      const { choices, usage } = await requestJson(http, call, Completion, patience);
      takes = asking;
      const reply = choices[0]?.message.content ?? "";
      meter.add(usage, { asked: JSON.stringify(body.messages), answered: reply });
      return readReply(reply);
    } catch (error) {
      const simpler = error instanceof VendorFault && error.status === 400 && simplify(asking, error.body);
      if (!simpler) throw error;
      return complete(pieces, direction, patience, options, simpler);
    }
  };

  const once = async (
    piece: Piece,
    direction: VendorDirection,
    patience: TimeLimit,
    options: VendorOptions,
  ): Promise<string> => {
    const text = (await complete([piece], direction, patience, options)).get(1);
    if (text !== undefined && isTranslation(piece, text, direction)) return text;
    throw new EngineError("unavailable", "openai", `${model} answers in place of translating.`);
  };

  return {
    id: "openai",
    name: model,
    local,
    get limits() {
      return { ...size(), concurrent: local ? 2 : 4 };
    },
    get neighbours() {
      return size().characters / 4;
    },
    usage: () => meter.summary,

    /** Lists the models, so that a server that is down or a wrong key shows before the first text. */
    async list(patience) {
      const call = { method: "GET", path: "/models", headers } as const;
      const { data } = await requestJson(http, call, ModelList, patience).catch((error) => {
        if (!(error instanceof VendorFault && error.status === 404)) throw error;
        return { data: [] };
      });
      tokens = window ?? windowOf(model, data, local);
      const known = languages.flatMap((code) => vendorLanguage(code));
      return pairUp(known, known, (source, target) => remoteRank("chat", source, target));
    },

    supports: () => true,

    async translate(pieces, direction, patience, options) {
      const reply = await complete(pieces, direction, patience, options);
      const texts: string[] = [];
      for (const [index, piece] of pieces.entries()) {
        const text = reply.get(index + 1);
        const isGood = text !== undefined && isTranslation(piece, text, direction) && hasItsCodes(piece, text);
        texts.push(serialize(tokenize(isGood ? text : await once(piece, direction, patience, options))));
      }
      return texts;
    },
  };
}

/** OpenAI reports used-up credit with the status of a temporary limit (platform.openai.com, "Error codes"). */
function isUsedUp(body: string): boolean {
  return body.includes("insufficient_quota");
}

/** Models that a local Ollama runs in its vendor's cloud (docs.ollama.com, "Cloud"). */
function isCloudModel(model: string): boolean {
  return /[:-]cloud$/.test(model);
}

/** Request parameters other than the messages. */
type RequestOptions = { readonly format: ChatFormat; readonly temperature: boolean };

/** The request without the parameter that a 400 complains about; null if nothing can be removed. */
function simplify({ format, temperature }: RequestOptions, complaint: string): RequestOptions | null {
  if (temperature && complaint.includes("temperature")) return { format, temperature: false };
  const simpler = FORMATS[FORMATS.indexOf(format) + 1];
  return simpler ? { format: simpler, temperature } : null;
}
