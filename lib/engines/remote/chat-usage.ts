/** Price of a million input and output tokens. */
export type ChatPrice = { readonly input: number; readonly output: number };

/** Token counts of a request as reported by the server. */
type Reported = { readonly prompt_tokens: number; readonly completion_tokens: number };

const MILLION = 1_000_000;
/** Characters per token if the server does not count: about right for English, too few tokens for other scripts. */
const CHARACTERS_PER_TOKEN = 3.5;

/** Adds up the tokens of requests and their cost. Estimates tokens that a server does not report. */
export class TokenMeter {
  #input = 0;
  #output = 0;
  #isEstimated = false;

  constructor(private readonly price: ChatPrice | undefined) {}

  add(reported: Reported | null | undefined, texts: { readonly asked: string; readonly answered: string }): void {
    this.#isEstimated ||= !reported;
    this.#input += reported?.prompt_tokens ?? estimate(texts.asked);
    this.#output += reported?.completion_tokens ?? estimate(texts.answered);
  }

  /** Summary for operators, in the currency of the price. */
  get summary(): string {
    const about = this.#isEstimated ? "about " : "";
    const tokens = `${about}${this.#input} tokens sent and ${this.#output} received since the start`;
    if (!this.price) return tokens;
    const cost = (this.#input * this.price.input + this.#output * this.price.output) / MILLION;
    return `${tokens}, which cost ${about}${cost.toFixed(cost < 1 ? 4 : 2)}`;
  }
}

function estimate(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}
