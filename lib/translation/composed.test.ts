import { afterEach, describe, expect, test } from "vitest";
import type { Engine } from "@/lib/engines/engine";
import { setEngines } from "@/lib/engines/registry";
import { detectLanguage } from "@/lib/text/detect/detect";
import { isPlainly } from "@/lib/text/detect/plainly";
import { isTranslatable } from "@/lib/text/lines";
import { plainSegment, unescapeText } from "@/lib/text/segment";
import { sourceHash } from "./memory/hash";
import { translateSegments } from "./translate-segments";

afterEach(() => setEngines(null));

/** Inserts `!` after each character, which would separate an accent that is not composed. */
const engine: Engine = {
  id: "apertium",
  local: true,
  directions: async () => [],
  translate: async (segments) =>
    segments.map(({ text }) => ({ text: text.replace(/(?<!<[^>]*)\p{L}\p{M}*/gu, "$&!") })),
  state: () => ({ id: "apertium", state: "ready", detail: "", queued: 0, memoryMb: 0 }),
  close: async () => {},
};

async function translate(text: string, source = "es", target = "en"): Promise<string> {
  const hops = [{ engine, source, target, rank: 40 }];
  const work = { hops, localOnly: true, priority: "bulk" } as const;
  const { translations } = await translateSegments([plainSegment(text)], work);
  return unescapeText(translations[0]!.text);
}

describe("texts in Unicode NFD", () => {
  test.each([
    "El niño pequeño comió en Málaga. ¿Cuándo volverá?",
    "The resumé is good.",
    "Configuración",
    "Übergröße & Maß < 5",
    "Việt Nam có hồ nước",
    "Příliš žluťoučký kůň",
    "한국어 문장",
    "Ελληνικά κείμενα",
    "क्षेत्र क़लम",
    "Ça va, où êtes-vous né ?",
    "в ёлке чай",
  ])("a text in Unicode NFD is translated like its NFC form: %s", async (text) => {
    expect(await translate(text.normalize("NFD"))).toBe(await translate(text.normalize("NFC")));
  });

  test.each([
    ["El {número} está aquí", "{número}"],
    ["Mañana {{año}} & más", "{{año}}"],
    ["%{año} años", "%{año}"],
    ["%(tamaño)s ñandú", "%(tamaño)s"],
    ["Véase https://example.com/señal?q=ñ, aquí", "https://example.com/señal?q=ñ"],
    ["ñ #{baño}", "#{baño}"],
    ["{한국} 문장", "{한국}"],
    ["El {a\u030a} y {\u212b} \u2126", "{\u212b}"],
    ['<b title="ñ">Aquí</b>', '<b title="ñ">'],
  ])("a text in Unicode NFD keeps the bytes of its placeholders: %s", async (text, placeholder) => {
    const own = placeholder.includes("\u212b") ? placeholder : placeholder.normalize("NFD");
    const written = text.includes("\u212b") ? text : text.normalize("NFD");
    const translation = await translate(written);
    expect(translation).toContain(own);
    expect(translation.normalize("NFC")).toBe(await translate(text.normalize("NFC")));
  });

  test.each(["{número}", "%{año} 42", "https://example.com/señal"])(
    "a text in Unicode NFD without translatable words is returned unchanged: %s",
    async (text) => {
      const written = text.normalize("NFD");
      expect(await translate(written)).toBe(written);
      expect(isTranslatable(written)).toBe(false);
    },
  );

  test("a text in Unicode NFD matches the phrase book and memories", async () => {
    expect(await translate("Configuración".normalize("NFD"))).toBe("Settings");
    expect(sourceHash("Configuración".normalize("NFD"))).toBe(sourceHash("Configuración"));
  });

  test("the language of a text in Unicode NFD is detected as for its NFC form", async () => {
    const text = "La configuración está aquí y allí también está la información.";
    const served = ["en", "es", "pt"];
    expect(await detectLanguage(text.normalize("NFD"), served)).toEqual(await detectLanguage(text, served));
    expect(isPlainly(text.normalize("NFD"), "es")).toBe(isPlainly(text, "es"));
  });
});
