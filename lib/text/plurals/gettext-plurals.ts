/** A parsed `Plural-Forms` header of a PO file. */
export type PluralForms = {
  readonly header: string;
  readonly count: number;
  /** Index of the form for a number. */
  index(n: number): number;
};

/**
 * The forms of a language as in GNU gettext (its `plural-table.c`); two forms, as in English, if it is not listed.
 * `language` is a BCP 47 tag.
 */
export function gettextForms(language: string): PluralForms {
  const [primary = ""] = language.toLowerCase().split("-");
  const rule = primary === "pt" && /-br\b/i.test(language) ? FRENCH : (RULES.get(primary) ?? ENGLISH);
  return parsePluralForms(rule)!;
}

/** Parses a header such as `nplurals=2; plural=(n != 1);`. Null for a template's placeholder and invalid headers. */
export function parsePluralForms(header: string): PluralForms | null {
  const match = /^\s*nplurals\s*=\s*([1-9])\s*;\s*plural\s*=([^;]{1,500});?\s*$/.exec(header);
  if (!match) return null;
  const expression = parseExpression(match[2]!);
  const count = Number(match[1]);
  if (!expression) return null;
  return { header: header.trim(), count, index: (n) => Math.min(Math.max(0, expression(n)), count - 1) };
}

/** True if more than five numbers up to 1000 use a form; `msgfmt --check` then requires all its placeholders. */
export function isOften(forms: PluralForms, form: number): boolean {
  let count = 0;
  for (let n = 0; n <= 1000 && count <= 5; n++) if (forms.index(n) === form) count++;
  return count > 5;
}

const ENGLISH = "nplurals=2; plural=(n != 1);";
const FRENCH = "nplurals=2; plural=(n > 1);";
const ONE_FORM = "nplurals=1; plural=0;";
const RUSSIAN =
  "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);";
const CZECH = "nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;";

const RULES: ReadonlyMap<string, string> = new Map([
  ...["ja", "ko", "zh", "th", "vi", "id", "ms", "lo", "km", "my", "yue", "bo", "su", "ka"].map(
    (language) => [language, ONE_FORM] as const,
  ),
  ...["fr", "oc", "br", "wa", "ln", "mg", "ti", "tg", "uz", "hy", "fa", "am", "hi", "bn", "gu", "kn"].map(
    (language) => [language, FRENCH] as const,
  ),
  ...["ru", "uk", "be", "sr", "hr", "bs", "sh"].map((language) => [language, RUSSIAN] as const),
  ["cs", CZECH],
  ["sk", CZECH],
  ["pl", "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"],
  ["lt", "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2);"],
  ["lv", "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2);"],
  ["ro", "nplurals=3; plural=n==1 ? 0 : (n==0 || (n%100 > 0 && n%100 < 20)) ? 1 : 2;"],
  ["sl", "nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);"],
  ["hsb", "nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);"],
  ["ga", "nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;"],
  ["gd", "nplurals=4; plural=(n==1 || n==11) ? 0 : (n==2 || n==12) ? 1 : (n > 2 && n < 20) ? 2 : 3;"],
  ["cy", "nplurals=4; plural=(n==1) ? 0 : (n==2) ? 1 : (n != 8 && n != 11) ? 2 : 3;"],
  ["is", "nplurals=2; plural=(n%10!=1 || n%100==11);"],
  ["mk", "nplurals=2; plural=(n%10==1 && n%100!=11 ? 0 : 1);"],
  ["mt", "nplurals=4; plural=(n==1 ? 0 : n==0 || (n%100 > 1 && n%100 < 11) ? 1 : (n%100 > 10 && n%100 < 20) ? 2 : 3);"],
  ["ar", "nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);"],
]);

type Expression = (n: number) => number;

/** The binary operators of C that plural expressions use, by descending precedence. */
const LEVELS: readonly (readonly string[])[] = [
  ["||"],
  ["&&"],
  ["==", "!="],
  ["<", ">", "<=", ">="],
  ["+", "-"],
  ["*", "/", "%"],
];

const APPLY: Readonly<Record<string, (a: number, b: number) => number>> = {
  "||": (a, b) => Number(a !== 0 || b !== 0),
  "&&": (a, b) => Number(a !== 0 && b !== 0),
  "==": (a, b) => Number(a === b),
  "!=": (a, b) => Number(a !== b),
  "<": (a, b) => Number(a < b),
  ">": (a, b) => Number(a > b),
  "<=": (a, b) => Number(a <= b),
  ">=": (a, b) => Number(a >= b),
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => (b === 0 ? 0 : Math.trunc(a / b)),
  "%": (a, b) => (b === 0 ? 0 : a % b),
};

/** A recursive descent parser. Expressions have at most 500 characters, so its depth is limited. */
function parseExpression(source: string): Expression | null {
  const tokens = source.match(/\d{1,9}|n|\|\||&&|[=!<>]=|[<>!?:()%*/+-]|\S/g) ?? [];
  let at = 0;
  const fail = (): never => {
    throw new SyntaxError("not a plural expression");
  };
  const take = (token: string) => (tokens[at] === token ? ++at > 0 : false);

  function conditional(): Expression {
    const test = binary(0);
    if (!take("?")) return test;
    const yes = conditional();
    if (!take(":")) fail();
    const no = conditional();
    return (n) => (test(n) !== 0 ? yes(n) : no(n));
  }

  function binary(level: number): Expression {
    const operators = LEVELS[level];
    if (!operators) return unary();
    let left = binary(level + 1);
    while (tokens[at] !== undefined && operators.includes(tokens[at]!)) {
      const apply = APPLY[tokens[at++]!]!;
      const [a, b] = [left, binary(level + 1)];
      left = (n) => apply(a(n), b(n));
    }
    return left;
  }

  function unary(): Expression {
    if (take("!")) {
      const operand = unary();
      return (n) => Number(operand(n) === 0);
    }
    if (take("(")) {
      const inner = conditional();
      if (!take(")")) fail();
      return inner;
    }
    if (take("n")) return (n) => n;
    const token = tokens[at++] ?? fail();
    if (!/^\d+$/.test(token)) fail();
    return () => Number(token);
  }

  try {
    const expression = conditional();
    return at === tokens.length ? expression : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
