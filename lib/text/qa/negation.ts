import type { Finding, Subject } from "./subject";

/**
 * "Do not", "cannot", "isn't": negations that a translation can hardly omit. Excludes "whether or not", "not only",
 * "why not".
 */
const NEGATED =
  /\b(?:do|does|did|is|are|was|were|will|would|should|must|has|have|may|might)(?:\s+not|n['’]t)\b(?!\s+(?:only|just|necessarily|yet|worry|you|we|they|it)\b)|\bcan(?:not|['’]t)\b(?!\s+(?:wait|be (?:blank|empty)))|\bnever\b/i;

/** Maximum length in characters: a longer text may express a negation in ways that no list contains. */
const MAX_LENGTH = 160;

/**
 * Possible negations of a language: words, and beginnings of words (with a final `-`). The lists are generous, since a
 * word missing from them would report correct translations.
 */
const NEGATIVE: Readonly<Record<string, string>> = {
  es: "no ni nunca jamás nada nadie ningún ningun- sin tampoco imposib- imped- impid- impedi- fall- falta- error- evit- prohib- deja- excep- salvo solo sólo únicamente desactiv- deshabilit- descono- inexist- incorrect- inválid- invalid- incompat- inactiv- rechaz- omit- ignor- difer- distint- antes carec- indispon- inaccesib- insufic- ilegib- vací- menos ausen- perdi- solamente cuidado prefier- dese- máximo",
  ca: "no ni mai cap res ningú sense tampoc imposs- imped- falla- fall- falt- manca- error- evit- prohib- deix- llevat només sols desactiv- deshabilit- descone- inexist- incorrect- inv- incompat- inactiv- rebutj- omet- ignor- difer- abans indispon- inaccess- insufic- buit- menys perd- ha",
  fr: "ne n pas ni jamais rien aucun- sans non nul imposs- empêch- échou- échec- manq- erreur- évit- interd- cess- sauf seul- désactiv- inconnu- inexist- incorrect- inval- incompat- inactif- refus- omett- ignor- différ- avant indispon- inaccess- insuffis- vid- moins absen- illisib- perd- introuvab- maximum",
  it: "non né mai niente nulla nessun- senza no imposs- imped- fallit- falli- manca- errore evit- vieta- proib- smett- tranne solo soltanto disattiv- disabilit- sconosc- inesist- incorrett- errat- inval- incompat- inattiv- rifiut- omett- ignora- divers- prima indispon- inaccess- insuffic- vuot- meno assent- perd- introvab- massimo",
  pt: "não nem nunca jamais nada ninguém nenhum- sem tampouco imposs- imped- falh- falta- erro- evit- proib- deix- exce- apenas só somente desativ- desabilit- desconhec- inexist- incorret- inv- incompat- inativ- recus- rejeit- omit- ignor- difer- antes indispon- inacess- insufic- vazi- menos ausen- perd- impossí- impeç-",
  gl: "non nin nunca xamais nada ninguén ningun- ningún sen tampouco imposi- imped- fall- falta- erro- evit- proh- deix- agás só soamente desactiv- deshabilit- descoñec- inexist- incorrec- inv- incompat- inactiv- rexeit- omit- ignor- difer- antes indispoñ- inacces- insufic- baleir- menos perd-",
  de: "nicht nichts nie niemals kein- ohne weder noch un- fehl- verhinder- vermeid- verbiet- verbot- außer nur sonst deaktiv- abgelehnt ablehn- misslung- gescheit- ignorier- niemand- nein abweich- anders ander- leer- inkompat- bevor wenig- verweiger- untersag- schlug ungült- statt ausgenommen nirgend- höchstens maximal egal gleichgültig",
  nl: "niet niets nooit geen zonder noch on- mislukt- fout- voorkom- vermijd- verbod- verbied- behalve alleen uitgeschakeld- weiger- afgewezen genegeerd negeer- niemand nee ander- leeg voordat minder uitschakel- overslaan uitgezonderd kan nergens onmog-",
};

/** Prefixes in several languages, with and without accents: "incapaz", "irréversible", "nao". */
const COMMON = "incap- irre- irré- inde- indé- impos- nao unm-";
/** "Does not match x" may become "should be x". */
const OBLIGATION =
  /(?<!\p{L})(?:debe(?:n|ría|rían)?|deve(?:m|ria|riam)?|devono|dovrebbe(?:ro)?|doit|doivent|devrai(?:t|ent)|hauria|hauria de|cal|muss|müssen|sollten?|moet(?:en)?)(?!\p{L})/iu;

const MARKS = new Map<string, { readonly words: ReadonlySet<string>; readonly beginnings: readonly string[] }>();
for (const [language, list] of Object.entries(NEGATIVE)) {
  const all = `${list} ${COMMON}`.split(" ");
  const beginnings = all.filter((one) => one.endsWith("-")).map((one) => one.slice(0, -1));
  MARKS.set(language, { words: new Set(all.filter((one) => !one.endsWith("-"))), beginnings });
}

/** Reports an English source with a negation whose translation has none and therefore means the opposite. */
export function* negation({ source, target, sourceLanguage, targetLanguage }: Subject): Generator<Finding> {
  const marks = MARKS.get(targetLanguage);
  if (sourceLanguage !== "en" || !marks || target.isBlank || source.prose.length > MAX_LENGTH) return;
  const found = NEGATED.exec(source.prose);
  if (!found || target.prose.toLowerCase() === source.prose.toLowerCase()) return;
  const isSaid = target.words.some(
    ({ folded }) => marks.words.has(folded) || marks.beginnings.some((beginning) => folded.startsWith(beginning)),
  );
  if (!isSaid && (/must|should/i.test(found[0]) || !OBLIGATION.test(target.prose)))
    yield { check: "negation.missing", params: { negation: found[0] } };
}
