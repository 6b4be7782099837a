import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "@/e2e/long";
import type { Format, FormatOptions, OpenDocument } from "@/lib/formats/format";
import { plainText, type Segment, serialize, type Token, tokenize } from "@/lib/text/segment";

export type Fixture = {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly options?: FormatOptions;
  /** Plain texts of the segments, in order, for fixtures that show what is found. */
  readonly texts?: readonly string[];
};

export type ContractOptions = {
  readonly fixtures: readonly Fixture[];
  /** Random documents of the format's grammar. */
  readonly documents?: fc.Arbitrary<string | Uint8Array>;
  /** Throws unless the file's own program would accept it. Called for every written file. */
  readonly check?: (bytes: Uint8Array) => void | Promise<void>;
  /**
   * What reading a written file must return. `segments` (default): exactly the texts that were set. `running`: the same
   * words in the same order, for formats that rewrap sentences, such as subtitles.
   */
  readonly readBack?: "segments" | "running";
  /** Options for reading a written file, if they differ from the fixture's. */
  readonly reopen?: FormatOptions;
  /** Number of random documents; default 100. */
  readonly runs?: number;
};

/** Target language of the contract. */
const TARGET = "es";
const RIGHT_TO_LEFT = "ar";

/** Tests that every format must pass. Called in the test file of each. */
export function formatContract(format: Format, options: ContractOptions): void {
  describe(`${format.id} keeps the contract of formats`, () => {
    describe.each(options.fixtures.map((fixture) => [fixture.name, fixture] as const))("%s", (_, fixture) => {
      const open = () => format.open(fixture.bytes, fixture.options ?? {});

      test("a document is recognised by its content and by each of its names", () => {
        expect(format.extensions.some((extension) => format.matches(fixture.bytes, extension))).toBe(true);
      });

      test("holds the texts that it is there to show", async () => {
        const { segments } = await open();
        if (fixture.texts)
          expect(segments.map((segment) => plainText(segment.text, segment.codes))).toEqual(fixture.texts);
        for (const segment of segments) expectSound(segment);
      });

      test("gives the same bytes back when nothing is changed", async () => {
        const document = await open();
        for (const same of [
          document.segments.map(({ text }) => ({ text })),
          document.segments.map(() => ({ text: null })),
        ]) {
          const written = await document.write(same, TARGET);
          expect(Buffer.from(written.bytes).equals(fixture.bytes)).toBe(true);
          expect(written.warnings).toEqual([]);
        }
      });

      test("reads back the translations that were written", () => pseudoTranslation(fixture));

      test("changes nothing but the texts", () => sameSkeleton(fixture));

      test("writes what can be opened for both directions, and side by side where it can", () =>
        inEveryManner(fixture));

      test("takes codes in another order, widened and around other words", async () => {
        for (const misbehave of MISBEHAVIOURS) {
          const document = await open();
          const texts = document.segments.map(misbehave);
          const written = await write(document, texts);
          const again = await format.open(written, options.reopen ?? fixture.options ?? {});
          const words = again.segments.map((segment) => squeeze(plainText(segment.text)));
          expect(running(words)).toBe(running(texts.map((text) => squeeze(plainText(text)))));
        }
      });
    });

    const { documents } = options;
    if (documents) {
      test("random documents survive identity and translation", async () => {
        await fc.assert(
          fc.asyncProperty(documents, async (random) => {
            const bytes = typeof random === "string" ? Buffer.from(random) : random;
            const document = await format.open(bytes, {});
            const same = await document.write(
              document.segments.map(({ text }) => ({ text })),
              TARGET,
            );
            expect(Buffer.from(same.bytes).toString("latin1")).toBe(Buffer.from(bytes).toString("latin1"));
            for (const segment of document.segments) expectSound(segment);
            await pseudoTranslation({ name: "random", bytes });
          }),
          { numRuns: runs(options.runs ?? 100) },
        );
      });
    }

    async function write(document: OpenDocument, texts: readonly string[]): Promise<Uint8Array> {
      const { bytes } = await document.write(
        texts.map((text) => ({ text })),
        TARGET,
      );
      await options.check?.(bytes);
      return bytes;
    }

    async function pseudoTranslation(fixture: Fixture): Promise<void> {
      const document = await format.open(fixture.bytes, fixture.options ?? {});
      const texts = document.segments.map((segment) => pseudoTranslate(segment.text));
      const again = await format.open(await write(document, texts), options.reopen ?? fixture.options ?? {});
      const read = again.segments.map((segment) => segment.text);
      if (options.readBack === "running") expect(running(read.map(plainOf))).toBe(running(texts.map(plainOf)));
      else expect(read).toEqual(texts);
    }

    /** Output in either direction, and side by side, is a valid file of the format. */
    async function inEveryManner(fixture: Fixture): Promise<void> {
      for (const target of [TARGET, RIGHT_TO_LEFT]) {
        for (const bilingual of format.bilingual ? [false, true] : [false]) {
          const document = await format.open(fixture.bytes, fixture.options ?? {});
          const texts = document.segments.map((segment) => pseudoTranslate(segment.text));
          const written = await document.write(
            texts.map((text) => ({ text })),
            target,
            { bilingual },
          );
          if (format.outputs?.includes(written.extension)) continue;
          await options.check?.(written.bytes);
          await format.open(written.bytes, options.reopen ?? fixture.options ?? {});
        }
      }
    }

    /** Blanks the texts of the original and of a translation: the remainder must be equal. */
    async function sameSkeleton(fixture: Fixture): Promise<void> {
      const original = await format.open(fixture.bytes, fixture.options ?? {});
      const texts = original.segments.map((segment) => pseudoTranslate(segment.text, "ascii"));
      const translated = await write(original, texts);
      const again = await format.open(translated, options.reopen ?? fixture.options ?? {});
      const before = await write(original, original.segments.map(blank));
      const after = await write(again, again.segments.map(blank));
      expect(Buffer.from(after).toString("latin1")).toBe(Buffer.from(before).toString("latin1"));
    }
  });
}

/**
 * A recognisable translation, about 30 % longer, with accents and brackets. Codes, the first and the last character
 * stay, so that rules based on them still apply.
 */
export function pseudoTranslate(encoded: string, letters: "accents" | "ascii" = "accents"): string {
  const tokens = tokenize(encoded);
  const longest = tokens.reduce<Token | undefined>(
    (best, token) =>
      token.type === "text" && (best?.type !== "text" || token.text.length > best.text.length) ? token : best,
    undefined,
  );
  return serialize(
    tokens.map((token) => {
      if (token.type !== "text") return token;
      const text = letters === "accents" ? token.text.replace(/[aeioun]/g, (letter) => ACCENTS[letter]!) : token.text;
      return {
        type: "text",
        text: token === longest ? lengthen(text, letters === "accents" ? "más [ñandú]" : "mas [otro]") : text,
      };
    }),
  );
}

const ACCENTS: Readonly<Record<string, string>> = { a: "á", e: "é", i: "í", o: "ó", u: "ú", n: "ñ" };

/** Inserts words after the first one; a single word only gets accents. */
function lengthen(text: string, filler: string): string {
  const at = /(?<=\p{L}) (?=\p{L})/u.exec(text)?.index;
  if (at === undefined) return text;
  const times = Math.max(1, Math.round((text.length * 0.3) / filler.length));
  return `${text.slice(0, at)} ${Array(times).fill(filler).join(" ")}${text.slice(at)}`;
}

/** What an engine may do to codes, after lib/text/message/codes.ts has made each unique and well nested. */
const MISBEHAVIOURS: readonly ((segment: Segment) => string)[] = [
  // All codes at the end, in reverse order, around nothing.
  ({ text, codes }) =>
    serialize([
      { type: "text", text: `Uno ${plainText(text).replace(/[^\p{L}\p{N} ]/gu, "")} dos` },
      ...codes.toReversed().flatMap(({ id, kind }): Token[] =>
        isPaired(kind)
          ? [
              { type: "open", id },
              { type: "close", id },
            ]
          : [{ type: "single", id }],
      ),
    ]),
  // Each inside the previous one, around everything.
  ({ text, codes }) => {
    const paired = codes.filter(({ kind }) => isPaired(kind));
    return serialize([
      { type: "text", text: "Uno " },
      ...paired.map(({ id }): Token => ({ type: "open", id })),
      { type: "text", text: plainText(text).replace(/[^\p{L}\p{N} ]/gu, "") },
      ...codes.filter(({ kind }) => !isPaired(kind)).map(({ id }): Token => ({ type: "single", id })),
      ...paired.toReversed().map(({ id }): Token => ({ type: "close", id })),
      { type: "text", text: " dos" },
    ]);
  },
];

function isPaired(kind: Segment["codes"][number]["kind"]): boolean {
  return kind === "pair" || kind === "format";
}

function blank({ text }: Segment): string {
  return serialize(tokenize(text).filter((token) => token.type !== "text")) || "Z";
}

/** Codes are numbered from 1 in source order, each declared, used once and well nested. */
function expectSound({ text, codes }: Segment): void {
  const open: number[] = [];
  const seen: number[] = [];
  for (const token of tokenize(text)) {
    if (token.type === "open" || token.type === "single") seen.push(token.id);
    if (token.type === "open") open.push(token.id);
    if (token.type === "close") expect(open.pop()).toBe(token.id);
  }
  expect(open).toEqual([]);
  expect(seen).toEqual(codes.map(({ id }) => id));
  expect(seen).toEqual(seen.map((_, i) => i + 1));
}

function plainOf(encoded: string): string {
  return squeeze(plainText(encoded));
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function running(texts: readonly string[]): string {
  return squeeze(texts.join(" ")).replaceAll(" ", "");
}
