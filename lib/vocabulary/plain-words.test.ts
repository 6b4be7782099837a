import { describe, expect, test } from "vitest";
import { codeBelow, readFile } from "@/e2e/sources";

/** A phrase that a reader has to decode, and the usual word for it. */
const RIDDLES: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bin sight\b/i, "visible"],
  [/\banew\b/i, "again, re-create"],
  [/\bmeanwhile\b/i, "in the meantime, concurrently"],
  [/\bbeside\b/i, "next to, besides"],
  [/\b(?:is|are|was|were|be|being) told\b/i, "is notified, is reported"],
  [/\btells? (?:nobody|them apart|apart|no more)\b/i, "distinguishes, does not reveal"],
  [/\bgo(?:es)? on (?:with|without|where|behind|working)\b/i, "continue"],
  [/\btak(?:e|es|en|ing) (?:back|up again|it back)\b/i, "revoke, undo, withdraw, resume"],
  [/\bstands? there\b/i, "is there, exists"],
  [/\bhelps? nobody\b/i, "is not useful"],
  [/\bmend(?:s|ed|ing)?\b/i, "fix, repair"],
  [/\bheed(?:s|ed|ing)?\b/i, "respect, support"],
  [/\b(?:is|are|not) to be had\b|\bcannot be had\b/i, "is available"],
  [/\bwhat (?:becomes|became|came|comes|has come) of\b/i, "the outcome of"],
  [/\blets? (?:it )?be\b(?! )/i, "leaves it"],
  [/\bgets? on\b/i, "progresses"],
  [/\bat rest\b/i, "inactive"],
  [/\bthis once\b/i, "once"],
  [/\bnobody has chosen\b|\bsomebody has taken\b/i, "name the state"],
];

/** Names for which the field has a term. */
const NAMES: readonly (readonly [name: RegExp, instead: string])[] = [
  [/\b(?:MOST|LEAST|LONGEST|FEWEST)_[A-Z_]+\b/, "MAX_…, MIN_…"],
  [/\b(?:[A-Z]+_)*AT_ONCE\b/, "BATCH_SIZE, CONCURRENCY"],
  [
    /\b(?:type|class|interface) (?:Place|Placed|Made|Ways|Way|Taken|Sent|Standing|Kept|Ears|Legs)\b/,
    "the noun that it is",
  ],
  [/\b(?:function|const) (?:keepHouse|settle|told|tell|tellOf\w+|tidied|strange)\b/, "a verb of the field"],
];

describe("words", () => {
  const files = codeBelow("app", "components", "lib", "db", "e2e").filter(
    (file) => file !== "lib/vocabulary/plain-words.test.ts" && file !== "lib/packages/sdk/schema.ts",
  );

  test("of comments and log messages are plain", () => {
    expect(files.length).toBeGreaterThan(1400);
    expect(files.flatMap((file) => findings(file, proseOf, RIDDLES))).toEqual([]);
  });

  test("of declared names are the field's terms", () => {
    expect(files.flatMap((file) => findings(file, codeOf, NAMES))).toEqual([]);
  });
});

describe("the search", () => {
  test.each([
    ["/** Made anew when it is left out. */", "anew"],
    ["  // Deleted meanwhile.", "Deleted meanwhile."],
    ['log.warn(describeError(error), "a person could not be told: nobody is told");', "is told"],
    ["/**\n * What came\n * of the job.\n */", "What came of the job."],
  ])("finds a riddle in %j", (source, found) => {
    expect(proseOf(source).join("\n")).toContain(found);
    expect(RIDDLES.some(([phrase]) => phrase.test(proseOf(source).join("\n")))).toBe(true);
  });

  test("leaves code, quoted code and addresses", () => {
    const source = 'const beside = "anew // meanwhile"; // `beside` is an option, see https://example.org/anew';
    expect(RIDDLES.filter(([phrase]) => proseOf(source).some((text) => phrase.test(text)))).toEqual([]);
  });

  test.each(["const MOST_BYTES = 1;", "const ROWS_AT_ONCE = 2;", "type Place = string;", "function keepHouse() {}"])(
    "finds the name in %j",
    (source) => expect(NAMES.some(([name]) => codeOf(source).some((text) => name.test(text)))).toBe(true),
  );
});

function findings(file: string, read: (source: string) => string[], list: typeof RIDDLES): string[] {
  const texts = read(readFile(file));
  return texts.flatMap((text) =>
    list.flatMap(([word, instead]) =>
      word.test(text) ? [`${file}: "${text.slice(0, 160)}" (instead: ${instead})`] : [],
    ),
  );
}

/** Comments, without code in backticks and addresses, and the messages of log lines. */
function proseOf(source: string): string[] {
  const blocks = [...source.matchAll(/(?<=^|[\s{(,])\/\*[\s\S]*?\*\//g)].map(([text]) => text);
  const lines = [...source.matchAll(/^(?:[^"'`\n]|"[^"\n]*"|'[^'\n]*'|`[^`\n]*`)*?(?<=^|\s)\/\/ (.*)$/gm)].map(
    (match) => match[1]!,
  );
  const logs = [...source.matchAll(/\blog\.(?:info|warn|error)\([^;]*?"([^"\n]{8,})"/g)].map((match) => match[1]!);
  return [...blocks, ...lines, ...logs].map((text) =>
    text
      .replace(/^\s*\*+ ?/gm, "")
      .replace(/`[^`]*`|https?:\S+/g, "")
      .replace(/\s+/g, " "),
  );
}

/** Lines of code without comments and strings. */
function codeOf(source: string): string[] {
  return source
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .split("\n")
    .map((line) => line.replace(/\/\/ .*$/, "").replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '""'));
}
