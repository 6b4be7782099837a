import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainSegment, type Segment } from "./segment";
import { splitSegment, splitSentences } from "./sentences";

const split = (text: string, language: string) => splitSentences(text, language).map((sentence) => sentence.trim());

describe("splitting text into sentences", () => {
  test.each([
    ["en", ["Mr. Smith met Dr. Jones at 5 p.m. in Washington D.C. yesterday.", "They talked."]],
    ["en", ["The meeting ends at 5 p.m.", "The next one is on Monday."]],
    ["en", ["See Fig. 3 and No. 12 for details, e.g. the cost.", "It rose by 3.5 percent."]],
    ["en", ["“Is it true?” she asked.", "“No!” he said."]],
    ["en", ["J. R. R. Tolkien wrote it.", "So did I.", "Then we left."]],
    ["en", ["Visit www.example.org or example.com.", "Really?!", "Yes.", "Fine."]],
    ["en", ["Use it if x != Y or a!==B.", "See ![The logo](a.png) here.", "Is it !X?"]],
    ["de", ["Am 3. Oktober 1990 kam Dr. Müller z. B. nach Berlin.", "Er blieb dort."]],
    ["de", ["Das kostet ca. 20 Euro bzw. 25 Dollar.", "Der 2. Versuch gelang."]],
    ["es", ["El Sr. García vive en la Av. Mayor núm. 5.", "¿Lo conoces?", "¡Claro que sí!"]],
    ["es", ["Véase la pág. 12 del vol. 3.", "Los EE. UU. firmaron el acuerdo."]],
    ["fr", ["M. Dupont et Mme. Martin sont là.", "Où est-il ?", "Je ne sais pas."]],
    ["ja", ["「はい。」と彼は言った。", "私は行きます。"]],
    ["en", ["Home |", "Our products •", "Write to us ·", "Help"]],
    ["zh", ["他来了。", "你好吗？", "我很好！"]],
    ["zh", ["价格是3.5元。", "版本2.0已发布。", "“走吗？”他问。"]],
    ["zh", ["“你好。”的意思很清楚。", "「走吧！」，他說。"]],
    ["ja", ["価格は3.5ドルです。", "本当ですか？", "はい！"]],
    ["ko", ["안녕하세요.", "가격은 3.5달러입니다.", "어디로 갈까요?", "네!"]],
    ["hi", ["यह घर है।", "वह बड़ा है।"]],
  ])("text is split into sentences: %s: %j", (language, sentences) => {
    const glue = /ja|zh/.test(language) ? "" : " ";
    expect(split(sentences.join(glue), language)).toEqual(sentences);
  });

  test.each([
    ["zh", "委员会将在下个月发布关于水质的最终报告，"],
    ["ja", "委員会は来月水質に関する最終報告書を発表し、"],
    ["ko", "위원회는 다음 달 수질에 관한 최종 보고서를 발표하고 "],
    ["th", "คณะกรรมการจะเผยแพร่รายงานฉบับสุดท้ายเกี่ยวกับคุณภาพน้ำในเดือนหน้า "],
    // Without blanks, the text can only be split between words.
    ["th", "คณะกรรมการจะเผยแพร่รายงานฉบับสุดท้ายเกี่ยวกับคุณภาพน้ำในเดือนหน้า"],
    ["my", "ကော်မတီသည် လာမည့်လတွင် ရေအရည်အသွေး အစီရင်ခံစာကို ထုတ်ပြန်မည် "],
  ])("a paragraph without sentence ends is split between clauses or words: %s", (language, clause) => {
    const text = clause.repeat(40);
    const pieces = splitSentences(text, language);
    expect(pieces.join("")).toBe(text);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(500);
    const whole = new Set([...new Intl.Segmenter(language).segment(text)].map(({ index }) => index));
    let at = 0;
    for (const piece of pieces.slice(0, -1)) {
      at += piece.length;
      expect(whole.has(at), piece.slice(-10)).toBe(true);
      if (/[，、 ]/.test(clause)) expect(piece).toMatch(/[，、 ]$/);
    }
  });

  test("a line break always ends a sentence", () => {
    expect(split("Dear Mr.\nSmith", "en")).toEqual(["Dear Mr.", "Smith"]);
  });

  test.each([
    [
      "☐ Yes, I agree ☐ No, thanks",
      [
        ["☐ ", "Yes, I agree", " "],
        ["☐ ", "No, thanks", ""],
      ],
    ],
    [
      "[ ] Male [x] Female",
      [
        ["[ ] ", "Male", " "],
        ["[x] ", "Female", ""],
      ],
    ],
    [
      "male ☐ female ☐",
      [
        ["", "male", " "],
        ["☐ ", "female", " ☐"],
      ],
    ],
    ["See [1] and (x) there", [["", "See [1] and (x) there", ""]]],
    ["- How are you?", [["- ", "How are you?", ""]]],
    ["• Save it – now", [["• ", "Save it – now", ""]]],
    ["-5 or - 5", [["", "-5 or - 5", ""]]],
    [
      "Tick the box ☐. It is there.",
      [
        ["", "Tick the box ☐.", " "],
        ["", "It is there.", ""],
      ],
    ],
  ])(
    "a check box written as characters, such as [ ], and the dash of a speaker stay in the segment of their text: %s",
    (text, expected) => {
      const { parts } = splitSegment(plainSegment(text), "en");
      expect(parts.map(({ before, segment, after }) => [before, segment.text, after])).toEqual(expected);
    },
  );

  test("a tab or three spaces between words start a new sentence; one or two spaces don't", () => {
    expect(splitSentences("Name\tPhone number   City  and street", "en")).toEqual([
      "Name\t",
      "Phone number   ",
      "City  and street",
    ]);
    expect(split("Total (net) \t 12 Mr.\tSmith", "en")).toEqual(["Total (net)", "12 Mr.", "Smith"]);
    expect(splitSentences("\tThe end.   ", "en")).toEqual(["\tThe end.   "]);
  });

  test("a sentence too long for an engine is cut between words, or between characters if it has no spaces", () => {
    const long = "the house, ".repeat(300);
    expect(splitSentences(long, "en").every((piece) => piece.length <= 1_000)).toBe(true);
    expect(splitSentences("🎉".repeat(3_000), "en").join("")).toBe("🎉".repeat(3_000));
  });

  /** Milliseconds in linear time, minutes in quadratic time. */
  test.each(["A. ", "| ", "No. 1 ", "1. ", "a.\n", "( A! ", "A house. ", "\u3000", ", ", "「あ。"])(
    "splitting 200 kB of %j into sentences ends quickly",
    { timeout: 20_000 },
    (unit) => {
      const text = unit.repeat(200_000 / unit.length);
      for (const language of ["en", "ja"]) expect(splitSentences(text, language).join("")).toBe(text);
    },
  );

  test("a paragraph of 30,000 lines is split in linear time, and each line keeps its line break", {
    timeout: 20_000,
  }, () => {
    const ids = Array.from({ length: 30_000 }, (_, i) => i + 1);
    const { parts } = splitSegment(
      {
        text: ids.map((id) => `The house.<x${id}/>`).join(""),
        codes: ids.map((id) => ({ id, kind: "single", equiv: "\n" })),
      },
      "en",
    );
    expect(parts.flatMap(({ segment }) => segment.codes.map(({ id }) => id))).toEqual(ids);
  });

  test("splitting a long text and splitting its parts give the same sentences", () => {
    const sentence = "Mr. Smith met Dr. Jones at 5 p.m. in Washington D.C. yesterday.";
    const sentences = Array.from(
      { length: 500 },
      (_, i) => `${sentence.slice(0, -1)} ${"again ".repeat(i % 7)}and again.`,
    );
    expect(split(sentences.join(" "), "en")).toEqual(sentences);
  });

  test("joining the sentences of a split text restores the text", () => {
    const piece = fc.constantFrom(
      "The house. ",
      " | ",
      "Mr. X",
      "? ",
      "…",
      "\n",
      "  ",
      "「",
      "。",
      "3. ",
      "e.g. ",
      "é",
      "🎉",
      "A. B. ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.constantFrom("en", "de", "ja", "es"), (pieces, language) => {
        const text = pieces.join("");
        expect(splitSentences(text, language).join("")).toBe(text);
      }),
    );
  });
});

describe("splitting segments with inline codes", () => {
  const segment = (text: string, ...kinds: Segment["codes"][number]["kind"][]): Segment => ({
    text,
    codes: kinds.map((kind, i) => ({ id: i + 1, kind })),
  });
  test("a segment with codes that are missing from its list of codes is still split", () => {
    const { parts, join } = splitSegment({ text: "<g7>One house.</g7> <g8>Two houses.</g8>", codes: [] }, "en");
    expect(parts.length).toBeGreaterThan(0);
    expect(join(parts.map(({ segment }) => segment.text)).replace(/<[^>]+>/g, "")).toBe("One house. Two houses.");
  });

  const texts = (one: Segment) => splitSegment(one, "en").parts.map((part) => part.segment.text);

  test("a code pair across two sentences is closed and reopened when splitting, and merged again when joining", () => {
    const one = segment("Start <g1>here. Then go</g1> on.", "pair");
    const { parts, join } = splitSegment(one, "en");
    expect(parts.map((part) => part.segment.text)).toEqual(["Start <g1>here.</g1>", "<g1>Then go</g1> on."]);
    expect(join(["Empieza <g1>aquí.</g1>", "<g1>Después ve</g1> allí."])).toBe(
      "Empieza <g1>aquí. Después ve</g1> allí.",
    );
    expect(join(["Empieza <g1>aquí</g1>.", "Allí <g1>ve</g1>."])).toBe("Empieza <g1>aquí. Allí ve</g1>.");
  });

  test("formatting that was split between sentences is merged only if its two parts are adjacent", () => {
    const one = segment("Be <g1>bold. Be brave</g1> and true.", "format");
    const { join } = splitSegment(one, "en");
    expect(join(["Sé <g1>audaz.</g1>", "<g1>Sé valiente</g1> y leal."])).toBe("Sé <g1>audaz. Sé valiente</g1> y leal.");
    expect(join(["Sé <g1>audaz</g1> hoy.", "Sé <g1>valiente</g1> y <g1>leal</g1>."])).toBe(
      "Sé <g1>audaz</g1> hoy. Sé <g1>valiente</g1> y <g1>leal</g1>.",
    );
  });

  test("codes stay in the segment of their sentence, and white space between two sentences is in neither segment", () => {
    const { parts } = splitSegment(
      segment("One <g1>two</g1>. <g2>Three</g2> four.<x3/>", "format", "pair", "single"),
      "en",
    );
    expect(parts).toEqual([
      { segment: { text: "One <g1>two</g1>.", codes: [{ id: 1, kind: "format" }] }, before: "", after: " " },
      {
        segment: {
          text: "<g2>Three</g2> four.<x3/>",
          codes: [
            { id: 2, kind: "pair" },
            { id: 3, kind: "single" },
          ],
        },
        before: "",
        after: "",
      },
    ]);
  });

  test("a placeholder counts as a word, and a line break ends the sentence", () => {
    expect(texts(segment("Send it to <x1/>. <x2/> will reply.", "placeholder", "placeholder"))).toEqual([
      "Send it to <x1/>.",
      "<x2/> will reply.",
    ]);
    const broken: Segment = {
      text: "Dear Mr. Smith<x1/>We thank you",
      codes: [{ id: 1, kind: "single", equiv: "\n" }],
    };
    expect(texts(broken)).toEqual(["Dear Mr. Smith<x1/>", "We thank you"]);
  });

  test("an inline code for a separator such as a tab splits a segment, even between an opening and a closing code", () => {
    const tab: Segment = {
      text: "<g2>Signed by<x1/>the owner</g2>",
      codes: [
        { id: 1, kind: "single", equiv: "\t" },
        { id: 2, kind: "format" },
      ],
    };
    expect(texts(tab)).toEqual(["<g2>Signed by<x1/></g2>", "<g2>the owner</g2>"]);
    const { parts, join } = splitSegment(tab, "en");
    expect(join(parts.map((part) => part.segment.text))).toBe(tab.text);
  });

  test("a segment with extremely deeply nested code pairs is not split", () => {
    const ids = Array.from({ length: 2_000 }, (_, i) => i + 1);
    const deep: Segment = {
      text: `${ids.map((id) => `<g${id}>`).join("")}${"One. ".repeat(3_000)}${ids.map((id) => `</g${2_001 - id}>`).join("")}`,
      codes: ids.map((id) => ({ id, kind: "format" })),
    };
    expect(texts(deep)).toEqual([deep.text]);
  });

  test("joining unchanged sentences restores the segment", () => {
    const piece = fc.constantFrom("A house. ", "<g1>", "</g1>", "<g2>", "</g2>", "<x3/>", " b", "? ", "&lt;");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (pieces) => {
        const text = balanced(pieces);
        const { parts, join } = splitSegment(segment(text, "pair", "format", "single"), "en");
        expect(join(parts.map((part) => part.segment.text))).toBe(text);
      }),
    );
  });
});

/** Drops malformed codes, so that each occurs once and is closed in order. */
function balanced(pieces: readonly string[]): string {
  const open: string[] = [];
  const used = new Set<string>();
  let text = "";
  for (const piece of pieces) {
    const opening = /^<g(\d)>$/.exec(piece)?.[1];
    const closing = /^<\/g(\d)>$/.exec(piece)?.[1];
    if (opening !== undefined && !used.has(opening)) {
      used.add(opening);
      open.push(opening);
      text += piece;
    } else if (closing !== undefined && open.at(-1) === closing) {
      open.pop();
      text += piece;
    } else if (piece === "<x3/>" ? !used.has("3") : opening === undefined && closing === undefined) {
      if (piece === "<x3/>") used.add("3");
      text += piece;
    }
  }
  return (
    text +
    open
      .reverse()
      .map((id) => `</g${id}>`)
      .join("")
  );
}

describe("sentence ends", () => {
  test.each([
    // A dash continues the sentence (Unicode UAX #29).
    ["en", ["He left at noon. - She stayed."]],
    // Doubled letters mark a plural only if they are adjacent.
    ["es", ["En EE. UU. hubo una gran fiesta.", "JJ. OO. se llaman los juegos."]],
    // An abbreviation before several blanks is still an abbreviation.
    ["es", ["Vino el Dr.  López ayer.", "Luego se fue."]],
    // A particle continues the sentence only right after the quote.
    ["ja", ["「はい」と言った。", "とても暑い。"]],
  ])("a sentence end is found in text: %s: %j", (language, sentences) => {
    expect(split(sentences.join(language === "ja" ? "" : " "), language)).toEqual(sentences);
  });

  test("a sentence longer than 1,000 characters is cut after a clause in its second half, or else at a space", () => {
    const clause = `${"word ".repeat(140).trim()}, `;
    const [first] = splitSentences(`${clause}${"more ".repeat(100)}end`, "en");
    expect(first).toBe(clause);
    const [early] = splitSentences(`one, ${"word ".repeat(300)}end`, "en");
    expect(early).toMatch(/^one, (?:word )+$/);
    expect(early!.length).toBeGreaterThan(900);
  });
});

describe("sentence ends in segments with codes", () => {
  const pairs = (count: number) => Array.from({ length: count }, (_, i) => ({ id: i + 1, kind: "pair" as const }));
  const texts = (text: string, count: number) =>
    splitSegment({ text, codes: pairs(count) }, "en").parts.map(({ segment }) => segment.text);

  test("a segment with codes is split at each sentence end, even inside a code pair", () => {
    expect(texts("<g1>One is here. Two is there. Three is gone.</g1>", 1)).toEqual([
      "<g1>One is here.</g1>",
      "<g1>Two is there.</g1>",
      "<g1>Three is gone.</g1>",
    ]);
    expect(texts("One is <g1>here</g1>. Two is there. Three is gone.", 1)).toEqual([
      "One is <g1>here</g1>.",
      "Two is there.",
      "Three is gone.",
    ]);
  });

  test("a segment with many consecutive code pairs is split, but a segment with many nested pairs is not", () => {
    const many = pairs(40).map(({ id }) => `<g${id}>word</g${id}>`);
    expect(texts(`${many.join(" ")} end. The next one begins.`, 40)).toHaveLength(2);
    const nested = `${pairs(40)
      .map(({ id }) => `<g${id}>`)
      .join("")}One is here. Two is there.${pairs(40)
      .reverse()
      .map(({ id }) => `</g${id}>`)
      .join("")}`;
    expect(texts(nested, 40)).toHaveLength(1);
  });
});

test.each([
  ["male / female", ["male / ", "female"]],
  ["Male/Female", ["Male/", "Female"]],
  ["Choose Yes/No here.", ["Choose Yes/", "No here."]],
  ["House & Door", ["House & ", "Door"]],
  ["Dinner @ home", ["Dinner @ ", "home"]],
  ["Step 1: Open >> Step 2", ["Step 1: Open >> ", "Step 2"]],
  ["Home » Shop → Cart", ["Home » ", "Shop → ", "Cart"]],
  ["He or she/he sleeps, R&D grows.", ["He or she/he sleeps, R&D grows."]],
])("the text %j is split after separators between phrases", (text, expected) => {
  expect(splitSentences(text, "en")).toEqual(expected);
});
