import { describe, expect, test } from "vitest";
import { detectLanguage } from "./detect";
import { detectDocument } from "./detect-document";

const ENGINE = [
  "an",
  "ast",
  "ca",
  "da",
  "en",
  "eo",
  "es",
  "eu",
  "fr",
  "gl",
  "id",
  "is",
  "it",
  "nb",
  "nn",
  "oc",
  "pt",
  "pt-BR",
  "ro",
  "ru",
  "sv",
  "uk",
  "zh-Hans",
  "zh-Hant",
  "sr",
  "sr-Latn",
];
const detect = (text: string, candidates = ENGINE) => detectLanguage(text, candidates);

describe("detection", () => {
  test.each([
    ["en", "The committee will publish the final report about water quality next month."],
    ["es", "El comité publicará el próximo mes el informe final sobre la calidad del agua."],
    ["fr", "Le comité publiera le mois prochain le rapport final sur la qualité de l'eau."],
    ["ca", "El comitè publicarà el mes vinent l'informe final sobre la qualitat de l'aigua."],
    ["it", "Il comitato pubblicherà il mese prossimo il rapporto finale sulla qualità dell'acqua."],
    ["pt", "O comitê publicará no próximo mês o relatório final sobre a qualidade da água."],
    ["sv", "Kommittén kommer att publicera slutrapporten om vattenkvaliteten nästa månad."],
    ["ru", "Комитет опубликует окончательный отчёт о качестве воды в следующем месяце."],
    ["zh-Hans", "委员会将在下个月发布关于水质的最终报告，这对我们国家很重要。"],
    ["zh-Hant", "委員會將在下個月發布關於水質的最終報告，這對我們國家很重要。"],
    ["sr-Latn", "Komitet će sledećeg meseca objaviti konačni izveštaj o kvalitetu vode u Srbiji."],
  ])("tells %s", async (language, text) => {
    const found = await detect(text);
    expect(found?.language).toBe(language);
    expect(found!.confidence).toBeGreaterThan(0.5);
  });

  test.each([
    ["en", "Good morning"],
    ["es", "Buenos días"],
    ["fr", "Bonjour tout le monde"],
    ["it", "Grazie mille"],
  ])("tells %s from two words", async (language, text) => {
    expect((await detect(text))?.language).toBe(language);
  });

  test.each([
    ["en", "hello"],
    ["en", "Hello world"],
    ["en", "THANK YOU"],
    ["es", "Hola"],
    ["es", "Hola mundo"],
    ["es", "guardar"],
    ["fr", "Merci"],
    ["fr", "mon compte"],
    ["it", "Ciao"],
    ["pt", "obrigado"],
    ["sv", "hej"],
    ["sv", "inställningar"],
    ["ru", "спасибо"],
  ])("tells %s from what people try first: %s", async (language, text) => {
    expect((await detect(text))?.language).toBe(language);
  });

  test("never names a region", async () => {
    const portuguese = await detect("Você já viu o ônibus e o trem na cidade de São Paulo hoje?");
    expect(portuguese?.language).toBe("pt");
  });

  test.each([
    "Дом большой и очень старый, и в нём живёт моя семья.",
    "Дом",
    "Der Ausschuss wird den Bericht nächsten Monat veröffentlichen.",
  ])("says nothing of a language that it was not asked for: %s", async (text) => {
    expect(await detect(text, ["en", "es", "fr"])).toBeNull();
  });

  test("gives at most three candidates that share no more than all", async () => {
    const found = await detect("La casa es gran i vella.");
    expect(found!.candidates.length).toBeLessThanOrEqual(3);
    expect(found!.candidates.reduce((sum, { confidence }) => sum + confidence, 0)).toBeLessThanOrEqual(1.02);
    expect(found!.candidates[0]!.language).toBe(found!.language);
  });

  test.each(["", "42", "🎉", "https://example.org/le-chat-dort", "{name} %s"])("says nothing of %j", async (text) => {
    expect(await detect(text)).toBeNull();
  });

  test("takes nothing in Latin letters for a language that is written in others", async () => {
    for (const text of ["zzz qqq xxw", "file", "asdf jkl"]) {
      const named = (await detect(text))?.candidates.map(({ language }) => language) ?? [];
      expect(named.filter((language) => ["ru", "uk", "sr", "zh-Hans", "zh-Hant"].includes(language))).toEqual([]);
    }
  });
});

test("a document's language is that of most of its text, whatever a quotation says", async () => {
  const texts = [
    "Le comité publiera le mois prochain le rapport final sur la qualité de l'eau.",
    "La ville a construit une nouvelle école pour les enfants du quartier.",
    "To be or not to be, that is the question.",
    "OK",
  ];
  const found = await detectDocument(texts, ENGINE);
  expect(found?.language).toBe("fr");
  expect(await detectDocument(["42", "{x}"], ENGINE)).toBeNull();
});
