import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { linesAt, pdfFile } from "@/e2e/doubles/pdf-files";
import { pdf } from "./pdf";
import { readPdf } from "./read";
import { createTypesetter } from "./typesetter";

/** Sentences with letters that are joined, moved or stacked. */
const SENTENCES: readonly (readonly [target: string, family: string, text: string])[] = [
  ["zh-Hans", "NotoSansSc", "委员会将于下个月发布关于水质的最终报告。"],
  ["zh-Hant", "NotoSansTc", "委員會將於下個月發布關於水質的最終報告。"],
  ["ja", "NotoSansJp", "委員会は来月、水質に関する最終報告書を公表します。"],
  ["ko", "NotoSansKr", "위원회는 다음 달에 수질에 관한 보고서를 발표합니다."],
  ["hi", "NotoSansDevanagari", "कृपया श्री क्षत्रिय की अंतिम प्रति लें।"],
  ["bn", "NotoSansBengali", "কমিটি চূড়ান্ত প্রতিবেদন প্রকাশ করবে।"],
  ["pa", "NotoSansGurmukhi", "ਕਮੇਟੀ ਅੰਤਿਮ ਰਿਪੋਰਟ ਪ੍ਰਕਾਸ਼ਿਤ ਕਰੇਗੀ।"],
  ["gu", "NotoSansGujarati", "સમિતિ અંતિમ અહેવાલ પ્રકાશિત કરશે."],
  ["ta", "NotoSansTamil", "குழு இறுதி அறிக்கையை வெளியிடும், கொடை."],
  ["te", "NotoSansTelugu", "కమిటీ తుది నివేదికను ప్రచురిస్తుంది."],
  ["kn", "NotoSansKannada", "ಸಮಿತಿಯು ಅಂತಿಮ ವರದಿಯನ್ನು ಪ್ರಕಟಿಸುತ್ತದೆ."],
  ["ml", "NotoSansMalayalam", "സമിതി അന്തിമ റിപ്പോർട്ട് പ്രസിദ്ധീകരിക്കും."],
  ["si", "NotoSansSinhala", "කමිටුව අවසන් වාර්තාව පත් කරනු ඇත."],
  ["th", "NotoSansThai", "คณะกรรมการจะเผยแพร่รายงานเกี่ยวกับคุณภาพน้ำที่นี่"],
  ["lo", "NotoSansLao", "ຄະນະກຳມະການຈະເຜີຍແຜ່ບົດລາຍງານສຸດທ້າຍ."],
  ["km", "NotoSansKhmer", "គណៈកម្មាធិការនឹងបោះពុម្ពផ្សាយរបាយការណ៍។"],
  ["my", "NotoSansMyanmar", "ကော်မတီသည် အစီရင်ခံစာကို ထုတ်ပြန်မည်။"],
  ["ka", "NotoSansGeorgian", "კომიტეტი გამოაქვეყნებს საბოლოო ანგარიშს."],
  ["hy", "NotoSansArmenian", "Հանձնաժողովը կհրապարակի զեկույցը։"],
  ["am", "NotoSansEthiopic", "ኮሚቴው የመጨረሻውን ሪፖርት ያወጣል።"],
];

const hasPoppler = spawnSync("pdftotext", ["-v"]).status === 0;

describe("fonts for other scripts", () => {
  test.each(SENTENCES)("text in %s is written with the font %s", async (target, family, text) => {
    const page = linesAt(50, 740, ["The committee will publish the final report about", "water quality next month."]);
    const document = await pdf.open(pdfFile([`${page}\n${linesAt(50, 640, ["In bold"], "F2", 14)}`]), {});
    const { bytes, warnings } = await document.write([{ text }, { text }], target, { format: "pdf" });
    expect(warnings).toEqual([]);
    const { pages } = await readPdf(bytes);
    const glyphs = pages[0]!.painted.shown.flatMap((shown) =>
      shown.glyphs.filter((glyph) => typeof glyph !== "number"),
    );
    expect(glyphs.length).toBeGreaterThan(30);
    for (const { x } of glyphs) expect(x > 49 && x < 320).toBe(true);
    const typesetter = await createTypesetter(target, text);
    const face = { family: "serif", italic: false } as const;
    for (const bold of [false, true]) {
      const fonts = [...text]
        .filter((letter) => /\p{L}/u.test(letter))
        .map((letter) => typesetter.fontFor(letter, { ...face, bold })!.name);
      expect(new Set(fonts)).toEqual(new Set([`${family}-${bold ? "Bold" : "Regular"}`]));
    }
    if (!hasPoppler) return;
    const folder = mkdtempSync(path.join(tmpdir(), "pdf-"));
    try {
      const file = path.join(folder, "out.pdf");
      writeFileSync(file, bytes);
      const { stdout, stderr } = spawnSync("pdftotext", [file, "-"], { encoding: "utf8" });
      expect(stderr).toBe("");
      const found = stdout.replace(/\s/g, "");
      expect(found).toBe(text.replace(/\s/g, "").repeat(2));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("letters of complex scripts are joined, reordered and stacked as their script requires", async () => {
    const shape = async (text: string, bold = false) => {
      const typesetter = await createTypesetter("hi", text);
      return typesetter.fontFor(text[0]!, { family: "sans", bold, italic: false })!.shape(text, "ltr");
    };
    // A conjunct is a single glyph of the font.
    expect((await shape("क्ष")).glyphs).toHaveLength(1);
    // The vowel sign is shown before its consonant, so the first glyph differs from that of the first letter.
    const [first] = (await shape("कि")).glyphs;
    const [ka] = (await shape("क")).glyphs;
    expect(first!.id).not.toBe(ka!.id);
    // A tone mark is higher above a vowel than above a consonant.
    const alone = (await shape("ก่")).glyphs.at(-1)!;
    const stacked = (await shape("กี่")).glyphs.at(-1)!;
    expect([stacked.id, stacked.dy]).not.toEqual([alone.id, alone.dy]);
    expect((await shape("中文", true)).font.name).toBe("NotoSansSc-Bold");
    expect((await shape("กี", true)).width).toBeGreaterThan((await shape("กี")).width);
  });

  test("a long paragraph with thousands of different letters is typeset in linear time", async () => {
    const all = Array.from({ length: 8_000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000)));
    const typesetter = await createTypesetter("zh-Hans", all.join(""));
    const known = all.filter((letter) => typesetter.fontFor(letter, { family: "sans", bold: false, italic: false }));
    expect(known.length).toBeGreaterThan(6_000);
    const document = await pdf.open(pdfFile([linesAt(50, 740, ["The house"])]), {});
    const before = process.cpuUsage();
    const { bytes } = await document.write([{ text: known.join("") }], "zh-Hans", { format: "pdf" });
    const { user } = process.cpuUsage(before);
    expect(bytes.length).toBeGreaterThan(50_000);
    expect(user / 1e6).toBeLessThan(15);
  }, 120_000);
});
