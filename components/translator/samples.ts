import type { Language } from "@/lib/client/language-sets";

/** Sentences to try, by language. Everyday words, so that every engine does well. */
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  en: ["Where is the nearest train station?", "The meeting is on Monday morning.", "Thank you for your help."],
  es: ["¿Dónde está la estación de tren?", "La reunión es el lunes por la mañana.", "Muchas gracias por tu ayuda."],
  fr: ["Où est la gare la plus proche ?", "La réunion est lundi matin.", "Merci beaucoup pour votre aide."],
  de: ["Wo ist der nächste Bahnhof?", "Die Besprechung ist am Montagmorgen.", "Vielen Dank für Ihre Hilfe."],
  it: ["Dov’è la stazione più vicina?", "La riunione è lunedì mattina.", "Grazie mille per il tuo aiuto."],
  pt: ["Onde fica a estação de trem?", "A reunião é na segunda-feira de manhã.", "Muito obrigado pela sua ajuda."],
  ca: ["On és l’estació de tren?", "La reunió és dilluns al matí.", "Moltes gràcies per la teva ajuda."],
  pl: ["Gdzie jest najbliższa stacja?", "Spotkanie jest w poniedziałek rano.", "Bardzo dziękuję za pomoc."],
  ar: ["أين أقرب محطة قطار؟", "الاجتماع صباح يوم الاثنين.", "شكرًا جزيلًا على مساعدتك."],
  ja: ["一番近い駅はどこですか。", "会議は月曜日の朝です。", "助けてくれてありがとうございます。"],
  "zh-Hans": ["最近的火车站在哪里？", "会议在星期一上午。", "非常感谢你的帮助。"],
};

const SHOWN = 3;

export type Sample = { readonly text: string; readonly language: string };

/**
 * Sentences to try for a pair: three of the chosen source, or one each of three languages that translate into the target
 * when the source is detected, the reader's own first.
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

/** The reader's language first, then the order of the list. */
function rank(code: string, locale: string): number {
  return code === locale ? -1 : Object.keys(SAMPLES).indexOf(code);
}
