import { expect, test } from "vitest";
import { catalogue } from "./catalogue";

type Tree = { [key: string]: string | Tree };

/** Phrases that a reader of the interface has to decode, and what to write instead. */
const RIDDLES: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\b(?:nothing|none|that|it|segments?|projects?) fits?\b/i, "no results, matches"],
  [/\bholds? (?:for|until|over|no|a|the)\b/i, "is valid, applies, contains"],
  [/\bstands?\b/i, "is, is listed"],
  [/\bgo(?:es)? on\b/i, "continue"],
  [/\btake[ns]? (?:back|out|over|in|off)\b(?! immediately)/i, "revoke, remove, import"],
  [/\bin sight\b|\bmeanwhile\b|\banew\b|\bbeside\b/i, "visible, in the meantime, again, besides"],
  [/\b(?:is|be) told\b|\btold\b/i, "detect, report"],
  [/\bsomebody\b|\beverybody\b|\bnobody\b/i, "someone, everyone, no one"],
  [/\b(?:could|does|do|did|is|are|was|were|has|have) not\b|\bcannot\b/i, "the contraction: couldn’t, isn’t, can’t"],
  [/\bat once\b/i, "immediately, now"],
  [/\bby itself\b/i, "automatically"],
  [/\bthings? to know\b/i, "warnings"],
  [/\bway of working\b/i, "workflow"],
  [/\bwas not (?:made|created|done|saved|taken)\b/i, "couldn’t create, couldn’t save"],
  [/ …/, "no space before the ellipsis"],
];

test("the English interface uses plain words", () => {
  const found = [...sentences(catalogue("en") as Tree)].flatMap(([key, text]) =>
    RIDDLES.filter(([phrase]) => phrase.test(text)).map(([, instead]) => `${key}: “${text}” → ${instead}`),
  );
  expect(found).toEqual([]);
});

function* sentences(tree: Tree, path = ""): Generator<[string, string]> {
  for (const [key, value] of Object.entries(tree)) {
    const full = path === "" ? key : `${path}.${key}`;
    if (typeof value === "string") yield [full, value];
    else yield* sentences(value, full);
  }
}
