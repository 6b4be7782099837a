/** Greetings and thanks, by language: what people try first, and too short for statistics of letters. */
const WORDS: Readonly<Record<string, string>> = {
  ca: "gràcies adéu bon dia",
  cs: "ahoj děkuji",
  da: "hej tak goddag",
  de: "hallo danke tschüss guten",
  en: "hello hi thanks thank goodbye welcome the please",
  es: "hola gracias adiós buenos buenas",
  eu: "kaixo eskerrik",
  fi: "hei moi kiitos",
  fr: "bonjour salut merci bonsoir",
  gl: "ola grazas",
  hu: "szia köszönöm",
  id: "halo terima kasih selamat",
  it: "ciao grazie buongiorno arrivederci",
  nb: "hei takk",
  nl: "hallo bedankt goedemorgen",
  nn: "hei takk",
  pl: "cześć dziękuję",
  pt: "olá oi obrigado obrigada tchau",
  ro: "bună mulțumesc salut",
  ru: "привет спасибо",
  sv: "hej tack",
  tr: "merhaba teşekkürler",
  uk: "привіт дякую",
};

const LANGUAGES = new Map<string, ReadonlySet<string>>();
for (const [language, words] of Object.entries(WORDS)) {
  for (const word of words.split(" ")) LANGUAGES.set(word, new Set(LANGUAGES.get(word)).add(language));
}

const NONE: ReadonlySet<string> = new Set();

/** The languages, without region, that have the first word of a lower-case text among their commonest. */
export function commonWordOf(lowerCase: string): ReadonlySet<string> {
  return LANGUAGES.get(/\p{L}+/u.exec(lowerCase)?.[0] ?? "") ?? NONE;
}
