import { expect, test } from "vitest";
import { splitSentences } from "./sentences";

test.each([
  ["Das gilt z. B. für Abb. 3 und Abs. 2 usw. im Text. Danach geht es weiter.", "de", 2],
  ["Это было в 1990 г. в Москве. Потом ушли.", "ru", 2],
  ["He paid 5 U.S. dollars. Then left.", "en", 2],
  ["At 5 p.m. he left. At 5 p.m.  He left.", "en", 3],
  ["See fig.  3 for more. Then go.", "en", 2],
  ["Los EE. UU. son grandes. Sí.", "es", 2],
  ["彼は「行く。」と言った。次。", "ja", 2],
  ["Wait. - Yes. No.", "en", 2],
  ["Hello! – he said. Then left.", "en", 2],
  ["Am 3.  Mai kam er. Dann ging er.", "de", 2],
  ["Use (e.g.  this) one. Next.", "en", 2],
  ["Acme Inc. is big. It sells.", "en", 2],
  ["He lives in the U.S. It is big.", "en", 2],
  ["no. 5 is here. Yes. No.", "en", 3],
])("text with the abbreviation %j in %s is split only at real sentence ends", (text, language, count) => {
  const sentences = splitSentences(text, language);
  expect(sentences).toHaveLength(count);
  expect(sentences.join("")).toBe(text);
});
