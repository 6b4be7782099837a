/** The messages of glossaries. */
type Messages = (key: `partsOfSpeech.${PartOfSpeech}`) => string;

/** The values of TBX-Basic. Other values in glossaries stay as written. */
const PARTS_OF_SPEECH = ["noun", "properNoun", "verb", "adjective", "adverb", "other"] as const;
type PartOfSpeech = (typeof PARTS_OF_SPEECH)[number];

/** A part of speech in the reader's language. “proper noun”, “Proper_Noun” and “properNoun” are equivalent. */
export function partOfSpeechName(t: Messages, written: string): string {
  const known = PARTS_OF_SPEECH.find((part) => plain(part) === plain(written));
  return known ? t(`partsOfSpeech.${known}`) : written;
}

/** The entered part of speech: the value of a localised name, otherwise the text as typed. */
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
