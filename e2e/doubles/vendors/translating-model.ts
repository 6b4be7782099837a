import { type ReceivedRequest, type Reply, wordByWord } from "@/e2e/doubles/fake-vendor";

/** The parts of a prompt for a model that only translates: the text and its languages. */
export type BareRequest = {
  readonly content: string | readonly Readonly<Record<string, string>>[];
  /** The text to translate, without the prompt around it. */
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
};

/**
 * A chat server whose model answers with the bare translation and has no system message. `takes` says which contents it
 * accepts: entries as in TranslateGemma's template (its model card), strings as in Ollama, or both. Other contents are
 * refused with `status`.
 */
export class TranslatingModel {
  takes: "entry" | "string" | "both" = "both";
  status = 400;
  owner = "nobody";
  model = "toy";
  /** Returns its reply; by default a translation. */
  speak: (text: string) => string = wordByWord;
  /** UTF-16 units after which a reply is cut off and reported as such. */
  limit = Number.POSITIVE_INFINITY;
  cutReason = "length";
  readonly asked: BareRequest[] = [];

  reset(): void {
    Object.assign(this, { takes: "both", status: 400, owner: "nobody", model: "toy", speak: wordByWord });
    Object.assign(this, { limit: Number.POSITIVE_INFINITY, cutReason: "length" });
    this.asked.length = 0;
  }

  readonly answer = ({ url, method, body }: ReceivedRequest): Reply => {
    if (method === "GET" && url === "/v1/models")
      return { json: { object: "list", data: [{ id: this.model, object: "model", owned_by: this.owner }] } };
    const request = JSON.parse(body);
    const [{ role, content }, ...others] = request.messages;
    if (role !== "user" || others.length > 0) return this.#refuse("Conversation roles must be user and assistant.");
    if (typeof content === "string" && this.takes === "entry")
      return this.#refuse("User role must provide `content` as an iterable with exactly one item.");
    if (typeof content !== "string" && this.takes === "string") return this.#refuse("content must be a string");
    const said: string = typeof content === "string" ? content : content[0].text;
    // All prompts end with the text. In Tower's, the name of the target precedes it.
    const text = /\n[^\n:]+: ([^\n]*)\n[^\n:]+: $/.exec(said)?.[1] ?? said.split("\n").at(-1) ?? "";
    this.asked.push({ content, text, body: request });
    const whole = this.speak(text);
    const reply = whole.slice(0, this.limit);
    const finish_reason = whole === reply ? "stop" : this.cutReason;
    return { json: { choices: [{ index: 0, message: { role: "assistant", content: reply }, finish_reason }] } };
  };

  #refuse(message: string): Reply {
    return { status: this.status, json: { error: { message, type: "invalid_request_error" } } };
  }
}
