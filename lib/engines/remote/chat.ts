import { EngineError } from "@/lib/engines/engine";
import { plainText, serialize, tokenize } from "@/lib/text/segment";
import { hasItsCodes, isTranslation } from "./chat-answer";
import { ChatModel, type ChatOptions, type ChatTask, TOO_LARGE } from "./chat-model";
import { ModelList } from "./chat-window";
import type { Vendor } from "./engine";
import { requestJson, VendorFault } from "./http";
import { pairUp, vendorLanguage } from "./pairs";
import { cutSegment, type Piece } from "./pieces";
import { remoteRank } from "./ranks";

/**
 * Servers with OpenAI's chat completions (platform.openai.com; Ollama, vLLM and llama.cpp document the same): numbered
 * texts go out, JSON in a given schema comes back. Servers without schema support are asked for plain JSON or text. A
 * missing translation, or one that lost a code or looks like an answer, is requested once more, alone; what then still
 * looks like an answer is rejected. Models that only translate get one text a request, in the words of their makers. No
 * answer that its server cut short is taken as whole: the request is split.
 */
export function chat(options: ChatOptions): Vendor {
  const model = new ChatModel(options);
  return {
    id: "openai",
    name: options.model,
    local: model.local,
    get limits() {
      return { ...model.size, concurrent: model.local ? 2 : 4 };
    },
    get neighbours() {
      return model.profile === "json" ? model.size.characters / 4 : 0;
    },
    usage: () => model.meter.summary,

    /** Lists the models, so that a server that is down or a wrong key shows before the first text. */
    async list(patience) {
      const call = { method: "GET", path: "/models", headers: model.headers } as const;
      const { data } = await requestJson(model.http, call, ModelList, patience).catch((error) => {
        if (!(error instanceof VendorFault && error.status === 404)) throw error;
        return { data: [] };
      });
      model.learn(data);
      const known = options.languages.flatMap((code) => vendorLanguage(code));
      return pairUp(known, known, (source, target) => remoteRank("chat", source, target));
    },

    // Models that only translate read nothing but the text.
    supports: () => model.profile === "json" || model.profile === "plain",

    async translate(pieces, direction, patience, options) {
      const task = { direction, patience, options };
      if (pieces.length === 1) return [await oneOrItsHalves(pieces[0]!, task)];
      const reply = await model.translateAll(pieces, task);
      const texts: string[] = [];
      for (const [index, piece] of pieces.entries()) texts.push(await checked(piece, reply.get(index + 1), task));
      return texts;
    },
  };

  /** The text that came for a piece, or another one if that is no translation. */
  async function checked(piece: Piece, text: string | undefined, task: ChatTask): Promise<string> {
    const isGood = text !== undefined && isTranslation(piece, text, task.direction) && hasItsCodes(piece, text);
    return serialize(tokenize(isGood ? text : await model.translateOne(piece, task)));
  }

  /** A text whose answer is cut short is translated in halves, down to a size at which that is no question of length. */
  async function oneOrItsHalves(piece: Piece, task: ChatTask): Promise<string> {
    try {
      return await checked(piece, (await model.translateAll([piece], task)).get(1), task);
    } catch (error) {
      if (!(error instanceof VendorFault && error.status === TOO_LARGE)) throw error;
      const { length } = plainText(piece.text);
      if (length < 2 * SMALLEST_PART) throw cutShort(options.model, error.body);
      const { pieces, join } = cutSegment(piece, Math.ceil(length / 2));
      const halves: string[] = [];
      for (const half of pieces) halves.push(await oneOrItsHalves(half, task));
      return join(halves);
    }
  }
}

/** UTF-16 units of the smallest part of a text that is sent alone. */
const SMALLEST_PART = 40;

function cutShort(model: string, reason: string): EngineError {
  return new EngineError("unavailable", "openai", `${model} ends its answers too soon (${reason.slice(0, 40)}).`);
}
