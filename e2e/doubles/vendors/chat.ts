import { type ReceivedRequest, type Reply, wordByWord } from "@/e2e/doubles/fake-vendor";

export const CHAT_KEY = "sk-chat-secret";

export type ChatTexts = readonly { readonly id: number; readonly text: string }[];

/** Chat completions as OpenAI documents them. Errors are `{"error": {message, type, param, code}}`. */
export class ChatStandIn {
  /** Parameters that it supports. OpenAI's newest models accept no temperature, small servers no schema. */
  takes = { schema: true, object: true, temperature: true };
  /** Returns the model's reply to a list of texts. */
  speak: (texts: ChatTexts) => string = translateAll;
  /** UTF-16 units after which a reply is cut off and reported as such. */
  limit = Number.POSITIVE_INFINITY;
  cutReason = "length";

  readonly answer = ({ url, method, headers, body }: ReceivedRequest): Reply => {
    const { takes } = this;
    if (headers.authorization !== `Bearer ${CHAT_KEY}`) return refusedByChat(401, "Incorrect API key provided", null);
    if (method === "GET" && url === "/v1/models") return { json: { object: "list", data: [TOY_MODEL] } };
    if (method !== "POST" || url !== "/v1/chat/completions") return refusedByChat(404, "Unknown request URL", null);
    const request = JSON.parse(body);
    if (request.temperature !== undefined && !takes.temperature)
      return refusedByChat(400, "Unsupported value: 'temperature' does not support 0 with this model.", "temperature");
    const format = request.response_format?.type;
    if ((format === "json_schema" && !takes.schema) || (format === "json_object" && !takes.object))
      return refusedByChat(400, `'response_format' of type '${format}' is not supported`, "response_format");
    const { texts } = JSON.parse(request.messages.at(-1).content);
    const whole = this.speak(texts);
    const content = whole.slice(0, this.limit);
    const finish_reason = whole === content ? "stop" : this.cutReason;
    const usage = { prompt_tokens: tokensOf(body), completion_tokens: tokensOf(content) };
    return {
      json: {
        id: "chatcmpl-1",
        object: "chat.completion",
        created: 1_760_000_000,
        model: request.model,
        choices: [{ index: 0, message: { role: "assistant", content, refusal: null }, logprobs: null, finish_reason }],
        usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens },
      },
    };
  };
}

const TOY_MODEL = { id: "toy", object: "model", created: 1_760_000_000, owned_by: "nobody" };

export function translateAll(texts: ChatTexts): string {
  return JSON.stringify({ translations: texts.map(({ id, text }) => ({ id, text: wordByWord(text) })) });
}

export function refusedByChat(status: number, message: string, param: string | null): Reply {
  return { status, json: { error: { message, type: "invalid_request_error", param, code: null } } };
}

/** Estimates tokens at about four characters each, as OpenAI does for English. */
function tokensOf(text: string): number {
  return Math.ceil(text.length / 4);
}
