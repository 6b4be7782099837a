/** The messages of glossaries. */
type Messages = (key: `partsOfSpeech.${PartOfSpeech}`) => string;

/** As TBX-Basic lists them. Glossaries may hold others, which stay as they were written. */
const PARTS_OF_SPEECH = ["noun", "properNoun", "verb", "adjective", "adverb", "other"] as const;
type PartOfSpeech = (typeof PARTS_OF_SPEECH)[number];

/** What a part of speech is called in the reader's language: “proper noun”, “Proper_Noun” and “properNoun” are one. */
export function partOfSpeechName(t: Messages, written: string): string {
  const known = PARTS_OF_SPEECH.find((part) => plain(part) === plain(written));
  return known ? t(`partsOfSpeech.${known}`) : written;
}

/** The part of speech that somebody entered: one that is known by its name in the reader's language, or as it stands. */
export function partOfSpeechOf(t: Messages, entered: string): string {
  return PARTS_OF_SPEECH.find((part) => plain(t(`partsOfSpeech.${part}`)) === plain(entered)) ?? entered;
}

/** Names to choose from. */
export function partOfSpeechNames(t: Messages): string[] {
  return PARTS_OF_SPEECH.map((part) => t(`partsOfSpeech.${part}`));
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]/g, "");
}
