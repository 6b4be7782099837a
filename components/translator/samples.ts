import type { Language } from "@/lib/client/language-sets";

/** Sentences to try, by language. They use everyday words, which every engine translates well. */
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  en: ["Our office is closed on Sundays.", "The library opens tomorrow morning.", "I want to learn a new language."],
  es: ["Nuestra oficina cierra los domingos.", "Los niños juegan en el parque.", "Quiero aprender un nuevo idioma."],
  fr: [
    "Notre bureau est fermé le dimanche.",
    "Les enfants jouent dans le parc.",
    "Je veux apprendre une nouvelle langue.",
  ],
  de: ["Unser Büro ist sonntags geschlossen.", "Die Kinder spielen im Park.", "Ich möchte eine neue Sprache lernen."],
  it: ["Il nostro ufficio è chiuso la domenica.", "I bambini giocano nel parco.", "Voglio imparare una nuova lingua."],
  pt: ["Nosso escritório fecha aos domingos.", "As crianças brincam no parque.", "Quero aprender um novo idioma."],
  ca: ["La nostra oficina tanca els diumenges.", "Els nens juguen al parc.", "Vull aprendre una nova llengua."],
  pl: ["Nasze biuro jest zamknięte w niedziele.", "Dzieci bawią się w parku.", "Chcę nauczyć się nowego języka."],
  ar: ["مكتبنا مغلق يوم الأحد.", "تفتح المكتبة صباح الغد.", "أريد أن أتعلم لغة جديدة."],
  ja: ["当社は日曜日が休みです。", "図書館は明日の朝に開きます。", "新しい言語を学びたいです。"],
  "zh-Hans": ["我们的办公室星期日休息。", "图书馆明天早上开门。", "我想学一门新语言。"],
};

const SHOWN = 3;

export type Sample = { readonly text: string; readonly language: string };

/**
 * Sentences to try for a pair: three in the chosen source language. If the source is detected, one in each of three
 * languages that have the target, the reader's language first.
 */
export function samplesFor(
  { source, target }: { readonly source: string; readonly target: string },
  languages: readonly Language[],
  locale: string,
): readonly Sample[] {
  const of = (language: string) => (SAMPLES[language] ?? []).map((text) => ({ text, language }));
  if (source !== "auto") return of(source);
  const able = languages.filter(({ code, targets }) => code !== target && targets.includes(target) && SAMPLES[code]);
  const codes = able.map(({ code }) => code).sort((a, b) => rank(a, locale) - rank(b, locale));
  if (codes.length === 0) return [];
  return Array.from({ length: SHOWN }, (_, index) => of(codes[index % codes.length]!)[index]!);
}

/** Rank of a language: the reader's language first, then the order of the list. */
function rank(code: string, locale: string): number {
  return code === locale ? -1 : Object.keys(SAMPLES).indexOf(code);
}
