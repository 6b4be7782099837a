import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatContract } from "@/e2e/doubles/format-contract";
import { srt } from "./srt";

const cue = (n: number, text: string) => `${n}\n00:00:0${n},000 --> 00:00:0${n},900\n${text}\n\n`;

formatContract(srt, {
  readBack: "running",
  fixtures: [
    {
      name: "a sentence over three cues",
      bytes: Buffer.from(cue(1, "When the rain") + cue(2, "had stopped at last,") + cue(3, "we went home. All of us.")),
      texts: ["When the rain had stopped at last, we went home. All of us."],
    },
    {
      name: "two speakers in one cue",
      bytes: Buffer.from(cue(1, "- Are you there?\n- Where else\nshould I be?") + cue(2, "Come in.")),
      texts: ["Are you there?", "Where else should I be?", "Come in."],
    },
    {
      name: "styles, positions, an empty cue and CRLF",
      bytes: Buffer.from(
        (
          cue(1, "{\\an8}<i>It was a long,</i>") +
          cue(2, "<i>long <b>night</b>.</i>") +
          cue(3, "") +
          cue(4, "1 < 2 & <3")
        ).replaceAll("\n", "\r\n"),
      ),
      texts: ["It was a long, long night."],
    },
    {
      name: "no cue numbers, a blank line inside a cue, text after the times, no final newline",
      bytes: Buffer.from(
        "0:01.0 --> 0:02.0\nno.\n\n00:00:03.000 --> 00:00:04.000 X1:40\nFirst half\n\nsecond half.\n\n42\n\n00:00:05,000 --> 00:00:06,000\nThe end",
      ),
      texts: ["no.", "First half second half.", "The end"],
    },
    {
      name: "sounds and speakers between sentences without a full stop",
      bytes: Buffer.from(
        cue(1, "[MUSIC PLAYS]") +
          cue(2, "JOHN: I do not know") +
          cue(3, "where they are.\nMARY: Nor do I") +
          cue(4, "(she sighs)") +
          cue(5, ">> Come in.") +
          cue(6, "Stop!"),
      ),
      texts: [
        "[MUSIC PLAYS]",
        "JOHN: I do not know where they are.",
        "MARY: Nor do I",
        "(she sighs)",
        ">> Come in.",
        "Stop!",
      ],
    },
    {
      name: "a language without punctuation and spaces",
      bytes: Buffer.from(cue(1, "今天天气很好") + cue(2, "我们去公园吧")),
      texts: ["今天天气很好", "我们去公园吧"],
    },
  ],
  documents: fc
    .array(
      fc.record({
        lines: fc.array(
          fc.constantFrom(
            "Hello there,",
            "my <i>dear</i> friend.",
            "- No!",
            "- Yes",
            "<b>Stop",
            "♪ la la ♪",
            "",
            "¿Qué?",
          ),
          { maxLength: 3 },
        ),
        gap: fc.constantFrom(0, 1, 5),
      }),
      { maxLength: 8 },
    )
    .map((cues) =>
      cues
        .map(
          ({ lines, gap }, i) =>
            `${i + 1}\n00:00:${String(i * 5).padStart(2, "0")},000 --> 00:00:${String(i * 5 + 5 - gap).padStart(2, "0")},000\n${lines.join("\n")}\n\n`,
        )
        .join(""),
    ),
});

async function translate(source: string, texts: string[], target = "es"): Promise<string> {
  const document = await srt.open(Buffer.from(source), {});
  expect(document.segments).toHaveLength(texts.length);
  const { bytes } = await document.write(
    texts.map((text) => ({ text })),
    target,
  );
  return Buffer.from(bytes).toString();
}

describe("subtitle layout", () => {
  test("a translation is distributed over the cues of its sentence by length, at word boundaries, without changing their timings", async () => {
    const source = cue(1, "When the rain had") + cue(2, "stopped, we went home.");
    expect(await translate(source, ["Cuando paró de llover, nos fuimos a casa."])).toBe(
      cue(1, "Cuando paró de llover,") + cue(2, "nos fuimos a casa."),
    );
  });

  test("a translation is laid out in balanced lines of at most 42 columns", async () => {
    const text = await translate(cue(1, "A short line that grows"), [
      "Una línea corta que crece mucho, porque la traducción es más larga",
    ]);
    const lines = text.split("\n").slice(2, -2);
    expect(lines).toEqual(["Una línea corta que crece mucho,", "porque la traducción es más larga"]);
  });

  test("a Japanese translation is laid out without spaces, and wide characters count twice", async () => {
    const text = await translate(
      cue(1, "We walked all the way to the station in the rain."),
      ["私たちは雨の中を駅までずっと歩いて行きました、とても疲れました。"],
      "ja",
    );
    const lines = text.split("\n").slice(2, -2);
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(21);
    expect(lines.join("")).toBe("私たちは雨の中を駅までずっと歩いて行きました、とても疲れました。");
  });

  test("italics that span two cues are closed and reopened in the translation", async () => {
    const source = cue(1, "I said <i>never</i> go") + cue(2, "there alone.");
    expect(await translate(source, ["Dije <g1>que nunca vayas allí tú</g1> solo."])).toBe(
      cue(1, "Dije <i>que nunca vayas</i>") + cue(2, "<i>allí tú</i> solo."),
    );
  });

  test("a translated line never starts with a dash, which would mark another speaker", async () => {
    const source = cue(1, "All of life is but a link") + cue(2, "in a chain of lives, they say.");
    expect(await translate(source, ["Vida, la vida que conocemos - nuestra vida - es un eslabón."])).toBe(
      cue(1, "Vida, la vida que conocemos -") + cue(2, "nuestra vida - es un eslabón."),
    );
  });

  test("a translation with fewer words than cues leaves the last cues empty", async () => {
    const source = cue(1, "this goes") + cue(2, "on and") + cue(3, "on.");
    expect(await translate(source, ["Sigue."])).toBe(cue(1, "Sigue.") + cue(2, "") + cue(3, ""));
  });
});

test("a cue keeps its number of lines, and sounds and songs stay on separate lines", async () => {
  const cues = [
    "<i>Hello there,</i>\nmy dear friend, of all the people.",
    "[DOOR CLOSES]\nWho is it?",
    "♪ La la la ♪\n♪ La la ♪",
  ];
  const source = cues
    .map((text, i) => `${i + 1}\n00:00:0${i * 3},000 --> 00:00:0${i * 3 + 1},000\n${text}\n`)
    .join("\n");
  const document = await srt.open(Buffer.from(source), {});
  expect(document.segments.map(({ text }) => text)).toEqual([
    "<g1>Hello there,</g1> my dear friend, of all the people.",
    "[DOOR CLOSES]",
    "Who is it?",
    "♪ La la la ♪",
    "♪ La la ♪",
  ]);
  const { bytes } = await document.write(
    [{ text: "<g1>Hola,</g1> mi buen amigo, entre todos." }, { text: "[PUERTA]" }, { text: "¿Quién?" }].concat(
      document.segments.slice(3).map(({ text }) => ({ text })),
    ),
    "es",
  );
  expect(Buffer.from(bytes).toString()).toContain("<i>Hola,</i>\nmi buen amigo, entre todos.\n");
  expect(Buffer.from(bytes).toString()).toContain("[PUERTA]\n¿Quién?\n");
});

test.each([
  [true, "Hello there,\nHola,\n", "my friend.\namigo.\n"],
  ["stacked" as const, "Hello there,\nHola,\n", "my friend.\namigo.\n"],
  ["side" as const, "Hello there, / Hola,\n", "my friend. / amigo.\n"],
])("bilingual subtitles (%s) show source and translation of each cue", async (bilingual, first, second) => {
  const document = await srt.open(Buffer.from(cue(1, "Hello there,") + cue(2, "my friend.")), {});
  const { bytes } = await document.write([{ text: "Hola, amigo." }], "es", { bilingual });
  expect(Buffer.from(bytes).toString()).toBe(cue(1, first.trimEnd()) + cue(2, second.trimEnd()));
});
