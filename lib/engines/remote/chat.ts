import { serialize, tokenize } from "@/lib/text/segment";
import { hasItsCodes, isTranslation } from "./chat-answer";
import { ChatModel, type ChatOptions } from "./chat-model";
import { ModelList } from "./chat-window";
import type { Vendor } from "./engine";
import { requestJson, VendorFault } from "./http";
import { pairUp, vendorLanguage } from "./pairs";
import { remoteRank } from "./ranks";

/**
 * Servers with OpenAI's chat completions (platform.openai.com; Ollama, vLLM and llama.cpp document the same): numbered
 * texts go out, JSON in a given schema comes back. Servers without schema support are asked for plain JSON or text. A
 * missing translation, or one that lost a code or looks like an answer, is requested once more, alone; what then still
 * looks like an answer is rejected. Models that only translate get one text a request, in the words of their makers.
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
      const reply = await model.translateAll(pieces, task);
      const texts: string[] = [];
      for (const [index, piece] of pieces.entries()) {
        const text = reply.get(index + 1);
        const isGood = text !== undefined && isTranslation(piece, text, direction) && hasItsCodes(piece, text);
        texts.push(serialize(tokenize(isGood ? text : await model.translateOne(piece, task))));
      }
      return texts;
    },
  };
}
