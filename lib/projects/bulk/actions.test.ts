import { describe, expect, test } from "vitest";
import type { SegmentRow, TranslationRow } from "@/lib/projects/translations/translation-rows";
import { BulkBody } from "@/lib/schemas/bulk-edits";
import { plan, type Rights } from "./actions";

const CODES: SegmentRow["codes"] = [
  { id: 1, kind: "pair" },
  { id: 2, kind: "placeholder", equiv: "{g1}" },
] as never;
const RIGHTS: Rights = { role: "manager", protectReviewed: true, ownWork: new Set() };
const planned = (action: Record<string, unknown>, row: Partial<TranslationRow>, rights: Partial<Rights> = {}) => {
  const parsed = BulkBody.parse({ language: "es", filter: {}, action }).action as Parameters<typeof plan>[0];
  const present = { text: "Hola", forms: null, state: "draft", qaErrors: 0, ...row } as TranslationRow;
  return plan(parsed, { id: "seg", codes: CODES } as SegmentRow, present, { ...RIGHTS, ...rights });
};
const changed = (change: Record<string, unknown>) => ({ type: "change", change: { segmentId: "seg", ...change } });
const error = (code: string) => ({ type: "error", code, message: expect.stringMatching(/^[A-Z].+\.$/) });
const NOTHING = { type: "nothing" };

describe("planning a bulk action", () => {
  test.each([
    ["approve", {}, changed({ state: "reviewed" })],
    ["confirm", {}, changed({ state: "translated" })],
    ["reject", {}, changed({ state: "needs_work" })],
    ["clear", {}, changed({ text: null })],
    // An action whose state is already reached changes nothing, and no review is withdrawn.
    ["approve", { state: "reviewed" }, NOTHING],
    ["confirm", { state: "translated" }, NOTHING],
    ["confirm", { state: "reviewed" }, NOTHING],
    ["reject", { state: "needs_work" }, NOTHING],
    ["clear", { text: null }, NOTHING],
    // A text that is empty or has errors cannot be confirmed.
    ["approve", { text: null }, error("untranslated")],
    ["reject", { text: null }, error("untranslated")],
    ["approve", { qaErrors: 1 }, error("qa_errors")],
    ["confirm", { qaErrors: 2 }, error("qa_errors")],
  ] as const)("the bulk action %s on a segment with %j gives the expected change", (type, row, expected) => {
    expect(planned({ type, ...(type === "reject" ? { comment: "No." } : {}) }, row)).toEqual(expected);
  });

  test("bulk approval skips the person's own texts if a second person must approve, and bulk confirmation includes them", () => {
    const ownWork = new Set(["seg"]);
    expect(planned({ type: "approve" }, {}, { ownWork })).toEqual(error("two_person_review"));
    expect(planned({ type: "confirm" }, {}, { ownWork })).toEqual(changed({ state: "translated" }));
  });
});

describe("applying fixes in bulk", () => {
  const fix = (startAt: number, endAt: number, replacement: string, form?: string) =>
    ({ segmentId: "seg", startAt, endAt, replacement, params: form ? { form } : {} }) as never;
  const fixed = (row: Partial<TranslationRow>, fixes: never[], rights: Partial<Rights> = {}, segment = {}) =>
    plan(
      { type: "fix" },
      { id: "seg", codes: CODES, pluralRule: null, ...segment } as never,
      { forms: null, state: "draft", language: "es", ...row } as TranslationRow,
      { ...RIGHTS, ...rights },
      fixes,
    );

  test("bulk fixes replace their text ranges, and a fix that overlaps another fix is skipped", () => {
    const fixes = [fix(0, 2, "A"), fix(1, 3, "B"), fix(5, 6, "…")];
    expect(fixed({ text: "ab cd." }, fixes)).toEqual(changed({ text: "A cd…" }));
    expect(fixed({ text: "ab cd." }, [])).toEqual(NOTHING);
  });

  test("a bulk fix for a plural message changes only the plural form that the fix names", () => {
    const row = { text: "ficheros .", forms: { one: "fichero ." } };
    const fixes = [fix(7, 8, "", "one"), fix(8, 9, "", "other")];
    expect(fixed(row, fixes, {}, { pluralRule: "cldr" })).toEqual(
      changed({ text: "ficheros.", forms: { one: "fichero." } }),
    );
  });

  test("fixes by translators don't change reviewed texts if these are protected", () => {
    const row = { text: "ab", state: "reviewed" } as const;
    expect(fixed(row, [fix(0, 1, "A")], { role: "translator" })).toEqual(error("reviewed_protected"));
  });

  test.each([
    [{ text: null }, {}, changed({ text: "Hello <x2/>" })],
    [{}, {}, NOTHING],
    [{ text: null }, { pluralRule: "cldr" }, error("plural_message")],
  ])("copying the source fills only empty translations: %j, %j", (row, segment, expected) => {
    const source = { id: "seg", source: "Hello <x2/>", pluralRule: null, ...segment } as SegmentRow;
    const present = { text: "Hola", forms: null, state: "draft", ...row } as TranslationRow;
    expect(plan({ type: "copySource" }, source, present, RIGHTS)).toEqual(expected);
  });
});

describe("planning a bulk replacement", () => {
  const replace = { type: "replace", find: "Hola", replace: "Adiós", caseSensitive: false };

  test("a replacement changes words around placeholders but never the placeholders", () => {
    expect(planned({ ...replace, find: "g1", replace: "x" }, { text: "<g1>g1</g1> g1<x2/>" })).toEqual(
      changed({ text: "<g1>x</g1> x<x2/>" }),
    );
  });

  test("a replacement skips matches that contain a placeholder and changes all other matches", () => {
    const found = { ...replace, find: "Hola {g1}, Ana" };
    expect(planned(found, { text: "Hola <x2/>, Ana" })).toEqual(NOTHING);
    expect(planned({ ...replace, find: "buen día" }, { text: "<g1>Buen</g1> día, buen día" })).toEqual(
      changed({ text: "<g1>Buen</g1> día, Adiós" }),
    );
    expect(planned({ ...replace, find: "Sol", wholeWord: true }, { text: "<g1>Sol</g1>es" })).toEqual(NOTHING);
    const pattern = { ...replace, find: "(\\w+) a", replace: "$1 b", regex: true };
    expect(planned(pattern, { text: "x <g1>a</g1>, y a" })).toEqual(changed({ text: "x <g1>a</g1>, y b" }));
  });

  test("a replacement treats the search text literally, in each plural form", () => {
    const forms = { one: "1.5 (hola)", other: "hola" };
    expect(planned({ ...replace, find: "1.5 (hola)" }, { text: "1x5 (hola)", forms })).toEqual(
      changed({ text: "1x5 (hola)", forms: { one: "Adiós", other: "hola" } }),
    );
    expect(planned({ ...replace, find: "none" }, { forms })).toEqual(NOTHING);
  });

  test("only reviewers can replace text in reviewed translations if these are protected", () => {
    const row = { state: "reviewed" } as const;
    expect(planned(replace, row, { role: "translator" })).toEqual(error("reviewed_protected"));
    expect(planned(replace, row, { role: "translator", protectReviewed: false })).toMatchObject({ type: "change" });
    expect(planned(replace, row, { role: "reviewer" })).toMatchObject({ type: "change" });
  });

  test("a replacement that leaves a confirmed translation empty requires a manager's explicit request", () => {
    const empty = { ...replace, replace: "" };
    expect(planned(empty, {}, { role: "translator" })).toEqual(changed({ text: "" }));
    for (const state of ["translated", "reviewed"] as const) {
      expect(planned(empty, { state }, { role: "reviewer" })).toEqual(error("forbidden"));
      expect(planned(empty, { state })).toEqual(changed({ text: "" }));
    }
  });
});
