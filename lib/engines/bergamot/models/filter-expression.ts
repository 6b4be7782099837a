/** The Firefox version and platform for which a record is evaluated. */
export type Client = { readonly channel: "release" | "beta" | "nightly"; readonly os: "Linux" | "Android" };

type Value = boolean | string | readonly Value[];

const TOKEN = /\s*(?:(&&|\|\||==|!=|[!()[\],])|'([^']*)'|"([^"]*)"|([A-Za-z_][\w.]*))\s*/y;
/** Maximum depth of the recursion. */
const MAX_LENGTH = 500;

const reported = new Set<string>();

/**
 * Evaluates a record's filter expression for a client: strings, `env.channel`, `env.appinfo.OS`, `==`, `!=`, `in`, `!`,
 * `&&`, `||` and brackets of Remote Settings' JEXL. Any other expression is false and is logged once.
 */
export function isFor(expression: string, client: Client): boolean {
  if (expression.trim() === "") return true;
  try {
    return truth(new Parser(tokensOf(expression), client).read());
  } catch {
    if (!reported.has(expression)) void report(expression);
    reported.add(expression);
    return false;
  }
}

/**
 * Imported on use: the log reads the settings when loaded, and programs and tests set theirs after importing engines.
 */
async function report(expression: string): Promise<void> {
  const { log } = await import("@/lib/base/log");
  log.warn({ expression: expression.slice(0, 200) }, "unknown filter expression of language models; skipped");
}

type Token = {
  readonly sign?: string | undefined;
  readonly text?: string | undefined;
  readonly name?: string | undefined;
};

function tokensOf(expression: string): Token[] {
  if (expression.length > MAX_LENGTH) throw new SyntaxError("too long");
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < expression.length; at = TOKEN.lastIndex) {
    const match = TOKEN.exec(expression);
    if (!match) throw new SyntaxError("unknown token");
    tokens.push({ sign: match[1], text: match[2] ?? match[3], name: match[4] });
  }
  return tokens;
}

class Parser {
  #at = 0;
  constructor(
    private readonly tokens: readonly Token[],
    private readonly client: Client,
  ) {}

  read(): Value {
    const value = this.#or();
    if (this.#at < this.tokens.length) throw new SyntaxError("more than one expression");
    return value;
  }

  #takes(sign: string): boolean {
    const token = this.tokens[this.#at];
    const isNext = token !== undefined && (token.sign ?? token.name) === sign;
    if (isNext) this.#at += 1;
    return isNext;
  }

  #or(): Value {
    let value = this.#and();
    while (this.#takes("||")) value = [truth(value), truth(this.#and())].includes(true);
    return value;
  }

  #and(): Value {
    let value = this.#comparison();
    while (this.#takes("&&")) value = ![truth(value), truth(this.#comparison())].includes(false);
    return value;
  }

  #comparison(): Value {
    const left = this.#operand();
    if (this.#takes("==")) return left === this.#operand();
    if (this.#takes("!=")) return left !== this.#operand();
    if (!this.#takes("in")) return left;
    const list = this.#operand();
    if (typeof list !== "object") throw new SyntaxError("not a list");
    return list.includes(left);
  }

  #operand(): Value {
    if (this.#takes("!")) return !truth(this.#operand());
    if (this.#takes("(")) return this.#until(")")[0]!;
    if (this.#takes("[")) return this.#until("]");
    const { text, name } = this.tokens[this.#at++] ?? {};
    if (text !== undefined) return text;
    if (name === "env.channel") return this.client.channel;
    if (name === "env.appinfo.OS") return this.client.os;
    if (name === "true" || name === "false") return name === "true";
    throw new SyntaxError("unknown name");
  }

  #until(end: ")" | "]"): Value[] {
    const values = [this.#or()];
    while (end === "]" && this.#takes(",")) values.push(this.#or());
    if (!this.#takes(end)) throw new SyntaxError(`no ${end}`);
    return values;
  }
}

function truth(value: Value): boolean {
  if (typeof value !== "boolean") throw new SyntaxError("not a condition");
  return value;
}
