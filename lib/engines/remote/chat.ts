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
 * Servers with OpenAI's chat completions protocol (platform.openai.com; Ollama, vLLM and llama.cpp document the same).
 * Sends numbered texts and receives JSON in a given schema. Servers without schema support are asked for plain JSON or
 * text. A translation that is missing, lost a code or looks like an answer is requested once more, alone; if it still
 * looks like an answer, it is rejected. Translation models get one text per request, in the prompt of their vendor. An
 * answer that the server truncated is never accepted as complete: the request is split.
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

    /** Lists the models, so that a server that is down or a wrong key is noticed before the first text. */
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

    // Translation models read only the text.
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

  /** The returned text of a piece, or a second attempt if the first is not a translation. */
  async function checked(piece: Piece, text: string | undefined, task: ChatTask): Promise<string> {
    const isGood = text !== undefined && isTranslation(piece, text, task.direction) && hasItsCodes(piece, text);
    return serialize(tokenize(isGood ? text : await model.translateOne(piece, task)));
  }

  /** A text whose answer is truncated is translated in halves, down to a size at which length can't be the cause. */
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

/** UTF-16 units of the smallest part of a text that is sent separately. */
const SMALLEST_PART = 40;

function cutShort(model: string, reason: string): EngineError {
  return new EngineError("unavailable", "openai", `${model} stops too early (${reason.slice(0, 40)}).`);
}
