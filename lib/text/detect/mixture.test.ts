import { expect, test } from "vitest";
import { detectLanguage } from "./detect";
import { languageShares } from "./mixture";

const SERVED = ["en", "es", "fr", "de", "it", "pt", "gl", "ca", "sr-Latn", "hr"];

async function sharesOf(text: string) {
  return languageShares(text, (await detectLanguage(text, SERVED))!, SERVED);
}

test.each([
  ["The meeting is tomorrow. La réunion est demain. Das Treffen ist morgen.", "en de fr"],
  ["Hello everyone. Mi nombre es Juan y vivo en Madrid con mi familia.", "es en"],
  ["Guten Morgen, liebe Kollegen.\nThe server is down again since last night.", "en de"],
  ["Hello my friend, mi nombre es Juan y vivo en Madrid con mi familia", "es en"],
  ["The meeting is tomorrow, la réunion est demain", "en fr"],
  ["Bitte öffne die Datei (please open the file)", "de en"],
  ["Il negozio è chiuso oggi. Please come back tomorrow morning.", "en it"],
])("the languages of a mixed text are ordered by number of letters: %s", async (text, languages) => {
  const shares = await sharesOf(text);
  expect(shares.map(({ language }) => language).join(" ")).toBe(languages);
  expect(shares.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 1);
});

test.each([
  "The house is big. OK. The door is red. Bonjour!",
  "La casa es grande. La puerta es roja. Visita example.com para más.",
  "Das ist gut.",
  "En la ciudad de San Francisco, California, Golden Gate Bridge",
  "La canción, Bohemian Rhapsody, fue escrita por Freddie Mercury",
  "Antes de salir, apaga la luz, cierra la puerta y llama a tu madre",
  "Pour cuisiner, il faut du sel, du poivre, de l'huile d'olive et des tomates",
  "Para instalar ejecuta npm install --save-dev y espera",
])("a text in one language has one share: %s", async (text) => {
  expect(await sharesOf(text)).toMatchObject([{ share: 1 }]);
});

test.each([
  ["Дом большой. The house is big and old.", ["en", "ru"]],
  ["今日はいい天気です。The weather is nice today.", ["en", "ja"]],
  ["Open the iPhone app and press 開始 to begin the test.", ["en"]],
  ["这个应用程序支持 Windows 和 Linux 操作系统，请选择您的版本。", ["zh-Hans"]],
])("the languages of a mixed text are detected: %s", async (text, languages) => {
  const served = [...SERVED, "ru", "ja", "zh-Hans"];
  const found = await detectLanguage(text, served);
  const shares = await languageShares(text, found!, served);
  expect(shares.map(({ language }) => language).sort()).toEqual(languages);
});
