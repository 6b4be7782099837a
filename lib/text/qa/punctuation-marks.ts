/** Meaning of a punctuation mark at the end of a text, in any script. */
export type EndMark = "stop" | "question" | "exclamation" | "colon" | "semicolon" | "comma" | "ellipsis";

const MARKS: Readonly<Record<EndMark, string>> = {
  stop: ".。．｡।॥৷۔։።။៖។᠃᱾᱿",
  question: "?？؟⸮;፧",
  exclamation: "!！՜",
  colon: ":：՝ᱺ",
  semicolon: ";；؛·",
  comma: ",，、،၊",
  ellipsis: "…⋯",
};

const MEANING = new Map<string, EndMark>();
for (const [meaning, marks] of Object.entries(MARKS)) for (const mark of marks) MEANING.set(mark, meaning as EndMark);

/** Meaning of a final character in a language (`el`, not `el-GR`); undefined if it is no such mark. */
export function meaningOf(character: string, language: string): EndMark | undefined {
  if (language === "el" && character === ";") return "question";
  if (language === "hy" && character === ":") return "stop";
  if (language === "km" && character === "៖") return "colon";
  return MEANING.get(character);
}

const LATIN: Readonly<Record<EndMark, string>> = {
  stop: ".",
  question: "?",
  exclamation: "!",
  colon: ":",
  semicolon: ";",
  comma: ",",
  ellipsis: "…",
};
const FULL_WIDTH = { stop: "。", question: "？", exclamation: "！", colon: "：", semicolon: "；", comma: "，" };
const ARABIC = { question: "؟", semicolon: "؛", comma: "،" };

/** Punctuation marks by language, if they differ from those of Latin script. */
const BY_LANGUAGE: Readonly<Record<string, Partial<Record<EndMark, string>>>> = {
  zh: { ...FULL_WIDTH, ellipsis: "……" },
  ja: { ...FULL_WIDTH, comma: "、" },
  ar: ARABIC,
  fa: ARABIC,
  ckb: ARABIC,
  ug: ARABIC,
  ps: ARABIC,
  sd: ARABIC,
  ur: { ...ARABIC, stop: "۔" },
  hi: { stop: "।" },
  bn: { stop: "।" },
  ne: { stop: "।" },
  pa: { stop: "।" },
  as: { stop: "।" },
  or: { stop: "।" },
  el: { question: ";", semicolon: "·" },
  hy: { stop: "։" },
  am: { stop: "።" },
  ti: { stop: "።" },
  my: { stop: "။" },
  km: { stop: "។", colon: "៖" },
  bo: { stop: "།" },
};

/** Languages that end a sentence with a space or without a mark. */
export const WITHOUT_STOP: ReadonlySet<string> = new Set(["th", "lo", "bo", "dz"]);

/** Languages whose messages may end without a full stop. */
export const OMITS_STOP: ReadonlySet<string> = new Set(["zh", "ja", "yue"]);

/** Marks for which a language always uses its own character, so that the Latin one is an error. */
const STRICT: Readonly<Record<string, ReadonlySet<EndMark>>> = {
  zh: new Set(["stop", "question", "exclamation", "comma", "semicolon"]),
  ja: new Set(["stop", "comma"]),
  ar: new Set(["question", "comma", "semicolon"]),
  fa: new Set(["question", "comma", "semicolon"]),
  ur: new Set(["question", "comma", "semicolon"]),
  ckb: new Set(["question", "comma", "semicolon"]),
  el: new Set(["question"]),
};

/** A language's notation of a mark. French puts a no-break space before some; Canadian French only before the colon. */
export function markOf(meaning: EndMark, locale: string, language: string): string {
  const mark = BY_LANGUAGE[language]?.[meaning] ?? LATIN[meaning];
  if (language !== "fr" || !":;?!".includes(mark)) return mark;
  if (locale === "fr-CA" && mark !== ":") return mark;
  return (mark === ":" ? "\u00a0" : "\u202f") + mark;
}

/** True if a mark is certainly wrong in the language. */
export function isForeignMark(found: string, meaning: EndMark, language: string): boolean {
  if (!STRICT[language]?.has(meaning)) return false;
  return /^[\x20-\x7e]$/.test(found) && BY_LANGUAGE[language]?.[meaning] !== found;
}
