import { describe, expect, test } from "vitest";
import { SHORT_STRINGS } from "@/lib/engines/admin/quality/short-strings";
import { confidenceOf } from "./calibration";
import { detectLanguage } from "./detect";
import { detectDocument } from "./detect-document";
import type { Detectors } from "./detectors";
import { evidenceOf } from "./evidence";
import { languagesByScript } from "./known-languages";

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

describe("language detection", () => {
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
  ])("language detection recognises %s", async (language, text) => {
    const found = await detect(text);
    expect(found?.language).toBe(language);
    expect(found!.confidence).toBeGreaterThan(0.5);
  });

  test.each([
    ["en", "Good morning"],
    ["es", "Buenos días"],
    ["fr", "Bonjour tout le monde"],
    ["it", "Grazie mille"],
  ])("language detection recognises %s from two words", async (language, text) => {
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
  ])("language detection recognises %s from a typical short input: %s", async (language, text) => {
    expect((await detect(text))?.language).toBe(language);
  });

  test.each(["Quixotic zebra", "Quick breaks", "Kubernetes cluster", "Vivid gecko jumps", "Wifi", "Flywheel"])(
    "language detection prefers English to a less spoken language for rare English words: %s",
    async (text) => {
      expect((await detect(text))?.language).toBe("en");
    },
  );

  test.each(["asdf", "Blorft", "zzz qqq xxw"])(
    "language detection reports low confidence for the nonsense text %s",
    async (text) => {
      expect((await detect(text))?.confidence ?? 0).toBeLessThan(0.5);
    },
  );

  test("language detection returns a language without a region", async () => {
    const portuguese = await detect("Você já viu o ônibus e o trem na cidade de São Paulo hoje?");
    expect(portuguese?.language).toBe("pt");
  });

  test.each([
    ["ru", "Дом большой и очень старый, и в нём живёт моя семья."],
    ["de", "Der Ausschuss wird den Bericht nächsten Monat veröffentlichen."],
    ["de", "Danke schön"],
    ["ja", "委員会は来月、水質に関する最終報告書を発表します。"],
    ["th", "คณะกรรมการจะเผยแพร่รายงานฉบับสุดท้าย"],
    ["el", "Καλημέρα"],
    ["sw", "Kamati itachapisha ripoti ya mwisho kuhusu ubora wa maji mwezi ujao."],
  ])("language detection recognises %s even if no engine supports the language", async (language, text) => {
    expect((await detect(text, ["en", "es", "fr"]))?.language).toBe(language);
  });

  test.each([
    ["af", "Die komitee sal volgende maand die finale verslag oor die gehalte van die water publiseer."],
    ["gl", "O comité publicará o vindeiro mes o informe final sobre a calidade da auga."],
    ["id", "Komite akan menerbitkan laporan akhir tentang kualitas air bulan depan karena banyak orang bisa sakit."],
    [
      "ms",
      "Jawatankuasa akan menerbitkan laporan akhir mengenai kualiti air bulan hadapan kerana ramai orang boleh sakit.",
    ],
    ["id", "Pesawat tersebut menuju Irkutsk dan dijalankan oleh pasukan internal menurut juru bicara."],
    ["ms", "Saiz ekonomi negara itu meningkat 90 kali ganda sejak kerajaan baharu ditubuhkan."],
    ["nb", "Komiteen vil publisere sluttrapporten om vannkvaliteten neste måned etter at noen ble syke."],
    ["da", "Komiteen vil offentliggøre den endelige rapport om vandkvaliteten næste måned, efter at nogen blev syge."],
  ])("language detection distinguishes %s from similar languages", async (language, text) => {
    const served = ["af", "nl", "gl", "pt", "es", "id", "ms", "nb", "nn", "da", "sv", "en"];
    expect((await detect(text, served))?.language).toBe(language);
  });

  test("language detection recognises 95 of 100 short strings and never reports a wrong language with high confidence", async () => {
    const served = [...SHORT_STRINGS.keys()];
    let [all, right, sure, wrong] = [0, 0, 0, 0];
    for (const [language, strings] of SHORT_STRINGS) {
      for (const text of strings) {
        const found = await detect(text, served);
        all += 1;
        if (found?.language === language) right += 1;
        if (found && found.confidence >= 0.9) {
          sure += 1;
          if (found.language !== language) wrong += 1;
        }
      }
    }
    expect(right / all).toBeGreaterThanOrEqual(0.95);
    expect(sure / all).toBeGreaterThan(0.65);
    expect(wrong).toBe(0);
  });

  test.each([
    "npm install --save-dev",
    "SELECT * FROM users WHERE id = 5",
    "const x = await fetch(url);",
    "import os\nprint(os.getcwd())",
    "docker run -p 80:80 nginx",
    "for (let i = 0; i < n; i++) {}",
    "export default function Page() {\n  return null;\n}",
    "#include <stdio.h>",
    "def read(path):\n    return open(path).read()",
    "UPDATE users SET name = 'x' WHERE id = 1",
    "chmod +x run.sh && ./run.sh",
    "echo $HOME | grep user",
    "rm -rf node_modules/ && npm ci",
  ])("language detection reports low confidence for code: %s", async (text) => {
    expect((await detect(text))?.confidence ?? 0).toBeLessThanOrEqual(0.5);
  });

  test.each([
    "Please import the file (see below); it works.",
    "Select a language from the list, or update the set.",
    "If you're ready, return the book.",
    "For all of us: thank you!",
    "Cat and/or dog owners are welcome here.",
    "Echo the words that you hear, and kill the lights.",
  ])("language detection reports high confidence for prose that contains words used in code: %s", async (text) => {
    expect(await detect(text)).toMatchObject({ language: "en", confidence: expect.toSatisfy((n) => n > 0.9) });
  });

  test.each([
    "Ova knjiga je veoma zanimljiva i preporučujem je svima.",
    "Sačuvaj promene",
    "Uputstvo za upotrebu",
    "Gde je toalet?",
    "Kako da obrišem nalog?",
    "Nije moguće otvoriti fajl, proverite lozinku.",
    "Želimo da vam čestitamo i da svi budete srećni.",
    "Reka je duga i lepa, a dete spava.",
    "Molimo vas da promenite lozinku pre sledeće prijave.",
    "Poruka nije poslata zbog greške na mreži.",
    "Lozinka mora imati najmanje osam karaktera.",
    "Uspešno sačuvano",
    "Vaša korpa je prazna",
    "Obaveštenja su isključena",
    "Da li ste sigurni da želite da izbrišete ovu datoteku?",
    "Gde mogu da promenim jezik?",
    "Poslednja izmena pre dve nedelje",
    "Treba mi pomoć oko naloga",
    "Neko je već zauzeo ovo ime",
  ])("language detection recognises Serbian in Latin script: %s", async (text) => {
    const served = [...SHORT_STRINGS.keys(), "sr", "sr-Latn", "hr", "sl", "bs"];
    expect((await detect(text, served))?.language).toBe("sr-Latn");
  });

  test("language detection returns at most three languages, whose confidence values add up to at most about 1", async () => {
    const found = await detect("La casa es gran i vella.");
    expect(found!.candidates.length).toBeLessThanOrEqual(3);
    expect(found!.candidates.reduce((sum, { confidence }) => sum + confidence, 0)).toBeLessThanOrEqual(1.02);
    expect(found!.candidates[0]!.language).toBe(found!.language);
  });

  test.each(["", "42", "🎉", "https://example.org/le-chat-dort", "{name} %s"])(
    "language detection returns no result for %j",
    async (text) => {
      expect(await detect(text)).toBeNull();
    },
  );

  test("language detection never assigns text in Latin letters to a language with a different script", async () => {
    for (const text of ["zzz qqq xxw", "file", "asdf jkl"]) {
      const named = (await detect(text))?.candidates.map(({ language }) => language) ?? [];
      expect(named.filter((language) => ["ru", "uk", "sr", "zh-Hans", "zh-Hant"].includes(language))).toEqual([]);
    }
  });
});

test("a document's language is that of most of its text, even if it quotes another language", async () => {
  const texts = [
    "Le comité publiera le mois prochain le rapport final sur la qualité de l'eau.",
    "La ville a construit une nouvelle école pour les enfants du quartier.",
    "To be or not to be, that is the question.",
    "OK",
  ];
  const [found] = await detectDocument(texts, ENGINE);
  expect(found?.language).toBe("fr");
  expect(await detectDocument(["42", "{x}"], ENGINE)).toEqual([]);
});

describe("confidence of language detection", () => {
  test("a detection score is converted to the confidence measured for that score, with interpolation between measured scores", () => {
    expect([0, 0.5, 0.65, 0.8, 0.99, 0.9992, 1].map(confidenceOf)).toEqual([0, 0.5, 0.6, 0.7, 0.93, 0.99, 1]);
  });

  test("the confidence for a document that contains a single text is the confidence for that text", async () => {
    const text = "Una casa";
    const found = await detectLanguage(text, ["es", "pt"]);
    expect(found!.confidence).toBeLessThan(1);
    const [document] = await detectDocument([text], ["es", "pt"]);
    expect(document!.language).toBe(found!.language);
    expect(document!.confidence).toBeCloseTo(found!.confidence, 5);
  });
});

describe("detection by script", () => {
  test("Han characters with kana between them are detected as Japanese, but one kana in a Chinese text is ignored", () => {
    expect(languagesByScript("日本国憲法施行記念日の式典")).toEqual(["ja"]);
    expect(languagesByScript(`${"今天天气很好我们去公园".repeat(4)}の`)).toEqual(["zh"]);
  });

  test("the script detector counts Han characters as Japanese if the text also contains kana", () => {
    expect(languagesByScript("日本語のテスト abcdef")).toEqual(["ja"]);
  });
});

describe("scores of language detection", () => {
  const nothing = () => new Map<string, number>();
  const silent: Detectors = { fastText: nothing, cld3: () => null, eld: nothing };
  const LONG = "x".repeat(40);
  const score = (detectors: Partial<Detectors>, possible: string[], { text = LONG, served = [] as string[] } = {}) =>
    evidenceOf(text, possible, new Set(served), { ...silent, ...detectors });

  test.each([
    ["he", "iw", "yi"],
    ["id", "in", "su"],
    ["fil", "tl", "ceb"],
    ["nb", "no", "nn"],
    ["zh", "yue", "ja"],
  ])("the score of %s includes results that a detector labels %s", (language, label, other) => {
    for (const detectors of [
      { fastText: () => new Map([[label, 0.9]]) },
      { cld3: () => ({ label, probability: 0.9 }) },
    ]) {
      const byLabel = score(detectors, [language, other]);
      expect(byLabel.get(language)! / byLabel.get(other)!).toBeGreaterThan(2);
      const own = score({ fastText: () => new Map([[language, 0.9]]) }, [language, other]);
      expect(own.get(language)! / own.get(other)!).toBeGreaterThan(2);
    }
  });

  test("language detection raises the scores of languages that an engine supports, and those of rare languages most", () => {
    const gain = (language: string) =>
      score({}, [language, "fy"], { served: [language] }).get(language)! / score({}, [language, "fy"]).get(language)!;
    expect(gain("de")).toBeCloseTo(1.6, 5);
    expect(gain("oc")).toBeCloseTo(4, 5);
    // Less spoken, but not rare: only a short text without known words makes it unlikely.
    expect(gain("cy")).toBeCloseTo(1.6, 5);
  });

  test("a CLD3 result with a low probability also raises the scores of languages that CLD3 often confuses with that language", () => {
    const found = score({ cld3: () => ({ label: "id", probability: 0.1 }) }, ["id", "ms", "sw"]);
    // 1.5 is the factor for ms in fastText's results; 0.8 is the weight of CLD3.
    expect(found.get("ms")! / 1.5 / found.get("sw")!).toBeGreaterThan(3 ** 0.8);
  });

  test("an ELD result for a short text also raises the scores of similar languages that ELD doesn't support", () => {
    const found = score({ eld: () => new Map([["bg", 0.9]]) }, ["mk", "ky"], { text: "xx" });
    expect(found.get("mk")! / found.get("ky")!).toBeGreaterThan(2);
  });

  test("fastText gets a short text as written and in lower case, and a long text only as written", () => {
    const fastText = (text: string): Map<string, number> => new Map([[text === text.toLowerCase() ? "de" : "nl", 1]]);
    const short = score({ fastText }, ["de", "nl"], { text: "XX" });
    expect(short.get("nl")).toBeCloseTo(short.get("de")!, 5);
    const long = score({ fastText }, ["de", "nl"], { text: LONG.toUpperCase() });
    expect(long.get("nl")! / long.get("de")!).toBeGreaterThan(10);
  });
});
