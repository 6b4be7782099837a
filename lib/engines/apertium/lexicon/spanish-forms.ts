/** Gender of a Spanish noun, judged by its ending. */
export function genderOf(noun: string): "m" | "f" | "mf" {
  if (/(?:ista|nte|fiscal|crat[ao]|auta|at[lr]eta)$/.test(noun)) return "mf";
  if (
    /(?:ma|ía crucis|quí)$/.test(noun) &&
    !/(?:fama|cama|rama|crema|forma|goma|norma|reforma|víctima|alarma|trama|dama)$/.test(noun)
  )
    return "m";
  return /(?:[aáií]a|[^aeiouáéí]a|ea|ua|ción|sión|dad|tad|tud|ez|eza|umbre|triz|gión|tión|xión|dora)$/.test(noun)
    ? "f"
    : "m";
}

/** Plural of a noun or adjective. */
export function pluralOf(word: string): string {
  if (/[^áéíóú]s$/.test(word) && !/(?:[éá]s|^mes|^dios)$/.test(word) && word.length > 3) return word;
  if (/[aeiouáéó]$/.test(word)) return `${word}s`;
  if (word.endsWith("z")) return `${word.slice(0, -1)}ces`;
  const accents: Readonly<Record<string, string>> = { á: "a", é: "e", í: "i", ó: "o", ú: "u" };
  return `${word.replace(/[áéíóú](?=[ns]$)/, (vowel) => accents[vowel]!)}es`;
}

/** Feminine of an adjective; the same word if it has only one form. */
export function feminineOf(adjective: string): string {
  if (adjective.endsWith("o")) return `${adjective.slice(0, -1)}a`;
  return /(?:[^aeiou]or|án|ón)$/.test(adjective) &&
    !/(?:mayor|menor|mejor|peor|superior|inferior|exterior|interior|anterior|posterior|ulterior)$/.test(adjective)
    ? `${adjective.replace("ón", "on").replace("án", "an")}a`
    : adjective;
}

/** A verb in the generator with the same conjugation, and the ending that both share. */
export function modelOf(verb: string): readonly [model: string, ending: string] | undefined {
  return MODELS.find(([, ending]) => verb.endsWith(ending));
}

const MODELS: readonly (readonly [model: string, ending: string])[] = [
  ["poner", "poner"],
  ["convertir", "vertir"],
  ["sacar", "car"],
  ["pagar", "gar"],
  ["utilizar", "zar"],
  ["cambiar", "iar"],
  ["hablar", "ar"],
  ["vivir", "ir"],
  ["comer", "er"],
];
