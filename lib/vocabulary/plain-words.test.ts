import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { codeBelow, filesBelow, ROOT, readFile } from "@/e2e/sources";

type Riddle = readonly [phrase: RegExp, instead: string];

/** A phrase that a reader has to decode, and the usual word for it. Applies to every text of the project. */
const RIDDLES: readonly Riddle[] = [
  [/\bin sight\b/i, "visible"],
  [/\banew\b/i, "again, re-create"],
  [/\bmeanwhile\b/i, "in the meantime, concurrently"],
  [/\bbeside\b/i, "next to, besides"],
  [/\b(?:is|are|was|were|be|being) told\b/i, "is notified, is reported"],
  [/\btells? (?:nobody|them apart|apart|no more)\b/i, "distinguishes, does not reveal"],
  [/\bgo(?:es)? on\b/i, "continue"],
  [/\b(?:some|every|no)body\b|\bwhoever\b/i, "someone, everyone, no one, the person who"],
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
];

/** What readers of the product and of its tests should not meet, though comments may still have it. */
const READ_BY_OTHERS: readonly Riddle[] = [
  [/\btold\b|\btells? (?:%|of\b)/i, "reports, detects, distinguishes"],
  [/\bstands?\b(?! for\b|-)/i, "is, is listed, has"],
  [/\btake[ns]? (?:back|out|up)\b/i, "revoke, remove"],
  [/\bwithout a word\b/i, "silently"],
];

/** First words of a title that can only be read after the one of its `describe`: it lacks its subject. */
const WITHOUT_SUBJECT: Riddle = [
  /^(?:is|are|was|were|be|has|have|had|does?|may|can|cannot|of|that|whose|which|and|or|but|also|not|with|without|in|into|onto|on|at(?! (?:least|most)\b)|by|as|to|for|from|over|under|across|than|then|there|if|when|while|until|after|before|because|too|take|keep|stay|come|follow|say|leave|give|become|get|go|lose|need|refuse|begin|hold|belong)\b/,
  "a subject first: “a segment keeps …”",
];

/** The interface's own rules of style. */
const INTERFACE: readonly Riddle[] = [
  [/\b(?:nothing|none|that|it|segments?|projects?) fits?\b/i, "no results, matches"],
  [/\bholds? (?:for|until|over|no|a|the)\b/i, "is valid, applies, contains"],
  [/\btake[ns]? in\b|\btake[ns]? off\b/i, "import, remove"],
  [/\b(?:could|does|do|did|is|are|was|were|has|have) not\b|\bcannot\b/i, "the contraction: couldn’t, isn’t, can’t"],
  [/\bat once\b/i, "immediately, now"],
  [/\bby itself\b/i, "automatically"],
  [/\bthings? to know\b/i, "warnings"],
  [/\bway of working\b/i, "workflow"],
  [/\bwas not (?:made|created|done|saved|taken)\b/i, "couldn’t create, couldn’t save"],
  [/ …/, "no space before the ellipsis"],
];

/** Names for which the field has a term. */
const NAMES: readonly Riddle[] = [
  [/\b(?:MOST|LEAST|LONGEST|FEWEST)_[A-Z_]+\b/, "MAX_…, MIN_…"],
  [/\b(?:[A-Z]+_)*AT_ONCE\b/, "BATCH_SIZE, CONCURRENCY"],
  [
    /\b(?:type|class|interface) (?:Place|Placed|Made|Ways|Way|Taken|Sent|Standing|Kept|Ears|Legs)\b/,
    "the noun that it is",
  ],
  [/\b(?:function|const) (?:keepHouse|settle|told|tell|tellOf\w+|tidied|strange)\b/, "a verb of the field"],
];

/** Code whose strings are sentences for users of the API. */
const API_SENTENCES = ["app/api", "lib/schemas", "lib/http/api", "lib/base", "lib/translation", "lib/text/qa"];

/** Earlier subjects were written without this list, and published history does not change. */
const SUBJECTS_SINCE = "2026-11-29T11:10:00Z";

describe("plain words", () => {
  const files = codeBelow("app", "components", "lib", "db", "e2e").filter(
    (file) => file !== "lib/vocabulary/plain-words.test.ts" && file !== "lib/packages/sdk/schema.ts",
  );
  const tests = files.filter((file) => file.endsWith(".test.ts"));

  test("comments and log messages use plain words", () => {
    expect(files.length).toBeGreaterThan(1400);
    expect(files.flatMap((file) => findings(file, proseOf, RIDDLES))).toEqual([]);
  });

  test("test titles use plain words", () => {
    expect(tests.flatMap((file) => titlesOf(readFile(file))).length).toBeGreaterThan(2500);
    expect(tests.flatMap((file) => findings(file, titlesOf, [...RIDDLES, ...READ_BY_OTHERS, WITHOUT_SUBJECT]))).toEqual(
      [],
    );
  });

  test("the API's document, settings, errors, warnings and checks use plain words", () => {
    const sources = codeBelow(...API_SENTENCES).filter((file) => !tests.includes(file));
    expect(sources.flatMap((file) => findings(file, sentencesOf, [...RIDDLES, ...READ_BY_OTHERS]))).toEqual([]);
  });

  test("the English interface uses plain words", () => {
    const catalogue = "lib/i18n/messages/en.json";
    expect(findings(catalogue, messagesOf, [...RIDDLES, ...READ_BY_OTHERS, ...INTERFACE])).toEqual([]);
  });

  test("the documentation uses plain words", () => {
    const pages = [
      "README.md",
      "CHANGELOG.md",
      ...filesBelow("docs", ".github").filter((file) => file.endsWith(".md")),
    ];
    expect(pages.flatMap((page) => findings(page, paragraphsOf, [...RIDDLES, ...READ_BY_OTHERS]))).toEqual([]);
  });

  test("commit subjects use plain words, start with a capital and have at most 72 characters", () => {
    const { stdout } = spawnSync("git", ["log", `--since=${SUBJECTS_SINCE}`, "--format=%s"], { cwd: ROOT });
    const subjects = String(stdout ?? "")
      .split("\n")
      .filter(Boolean);
    const wrong = subjects.filter((subject) => !/^[A-Z].{0,70}[^.]$/.test(subject));
    const unclear = subjects.filter((subject) => [...RIDDLES, ...READ_BY_OTHERS].some(([word]) => word.test(subject)));
    expect([...wrong, ...unclear]).toEqual([]);
  });

  test("declared names use plain words", () => {
    expect(files.flatMap((file) => findings(file, codeOf, NAMES))).toEqual([]);
  });
});

describe("searching for phrases", () => {
  test.each([
    ["/** Made anew when it is left out. */", "anew"],
    ["  // Deleted meanwhile.", "Deleted meanwhile."],
    ['log.warn(describeError(error), "a person could not be told: nobody is told");', "is told"],
    ["/**\n * What came\n * of the job.\n */", "What came of the job."],
  ])("the search for phrases finds the phrase in %j", (source, found) => {
    expect(proseOf(source).join("\n")).toContain(found);
    expect(RIDDLES.some(([phrase]) => phrase.test(proseOf(source).join("\n")))).toBe(true);
  });

  test("the search for phrases ignores code, quoted code and addresses", () => {
    const source = 'const beside = "anew // meanwhile"; // `beside` is an option, see https://example.org/anew';
    expect(RIDDLES.filter(([phrase]) => proseOf(source).some((text) => phrase.test(text)))).toEqual([]);
  });

  test.each(["const MOST_BYTES = 1;", "const ROWS_AT_ONCE = 2;", "type Place = string;", "function keepHouse() {}"])(
    "the search for phrases finds the name in %j",
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

function titlesOf(source: string): string[] {
  const calls = source.matchAll(
    /\b(?:test|it)(?:\.\w+(?:\([^\n]*?\)|\(\[[\s\S]*?^ *\]\))?)*\(\s*(["`])((?:(?!\1).)+)\1/gm,
  );
  return [...calls].map((match) => match[2]!);
}

/** Strings with blanks, without code in backticks. */
function sentencesOf(source: string): string[] {
  const code = source.replace(/^\s*(?:\/\/|\/?\*).*$/gm, "");
  const strings = [...code.matchAll(/"((?:[^"\\\n]|\\.)*)"|`([^`\n]*)`/g)].map((match) => match[1] ?? match[2] ?? "");
  return strings.filter((text) => / \w+ /.test(text)).map((text) => text.replace(/`[^`]*`/g, ""));
}

function messagesOf(catalogue: string): string[] {
  return [...catalogue.matchAll(/: "((?:[^"\\]|\\.)*)"/g)].map((match) => match[1]!);
}

function paragraphsOf(page: string): string[] {
  return page.replace(/```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)|https?:\S+/g, "").split(/\n(?=\n|- |\|)/);
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
