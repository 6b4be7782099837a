/**
 * Quality of Apertium's directions as chrF2 on FLORES-200 dev (997 sentences, sacrebleu 2.6, Debian 12's packages).
 * Scores of different target languages can only be compared roughly.
 */
const MEASURED =
  "en-es 43.9 es-en 46.6 en-ca 51.9 ca-en 52.1 en-gl 49.7 gl-en 50.2 is-en 37.6 hr-en 39.1 es-ca 53.1 ca-es 51.7 " +
  "es-fr 46.3 fr-es 45.8 es-pt 48.9 pt-es 48.8 es-gl 52.6 gl-es 52.3 pt-gl 52.9 gl-pt 53.4 es-it 44.4 it-es 44.7 " +
  "ca-fr 53.8 fr-ca 54.5 ca-it 48.6 ca-pt 54.6 pt-ca 55.9 ro-es 44.7 da-sv 52.7 sv-da 52.9 da-nb 53.8 nb-da 54.8 " +
  "nb-sv 52.9 sv-nb 51.0 is-sv 35.0 sv-is 32.9 af-nl 43.9 nl-af 43.6 ru-uk 44.0 uk-ru 44.8 be-ru 40.6 ru-be 37.3 " +
  "id-ms 55.9 ms-id 56.6 sl-hr 42.2 hr-sl 40.9";

/** Directions that were not measured: estimated from the share of unknown words and from related languages. */
const ESTIMATED =
  "an-ca 45 an-es 46 ca-an 43 es-an 45 ca-oc 46 oc-ca 46 es-oc 45 oc-es 46 fr-oc 48 oc-fr 48 fr-frp 45 frp-fr 42 " +
  "it-ca 48 it-sc 46 ca-sc 47 es-ast 48 br-fr 40 eu-es 40 eu-en 34 eo-en 42 en-eo 42 es-eo 42 ca-eo 40 fr-eo 40 " +
  "da-nn 48 nn-da 50 nn-nb 55 nb-nn 56 nn-sv 50 sv-nn 49 bg-mk 40 mk-bg 40 mk-en 33 hi-ur 42 ur-hi 42 pl-szl 42 szl-pl 42";

/** chrF of two hops, measured as a whole by the same method. */
const MEASURED_ROUTES =
  "en-ca-fr 48.8 en-es-fr 47.3 fr-es-en 49.3 fr-ca-en 48.8 fr-eo-en 46.4 en-ca-it 42.8 en-es-it 42.4 it-es-en 45.4 " +
  "it-ca-en 45.2 en-gl-pt 50.7 en-ca-pt 50.0 en-es-pt 49.7 pt-es-en 53.2 pt-ca-en 51.2 ro-es-en 48.2 sl-hr-en 36.4 " +
  "bg-mk-en 31.1 sv-is-en 38.1 fr-es-pt 48.4 fr-es-it 46.2 it-es-fr 46.8 ro-es-fr 47.6";

const UNKNOWN_PAIR = 40;

const ranks = read(`${ESTIMATED} ${MEASURED}`);
const routeRanks = read(MEASURED_ROUTES);

/** Expected chrF of a direction. A variant gets the value of its language. */
export function rankOf(source: string, target: string): number {
  return ranks.get(`${rankName(source)}-${rankName(target)}`) ?? UNKNOWN_PAIR;
}

/** Measured chrF of two hops; undefined if not measured. */
export function routeRankOf(source: string, pivot: string, target: string): number | undefined {
  return routeRanks.get([source, pivot, target].map(rankName).join("-"));
}

/** Serbian and Bosnian use the same data as Croatian, for which the measurement was made. */
function rankName(tag: string): string {
  const [language = tag] = tag.split("-");
  return language === "sr" || language === "bs" ? "hr" : language;
}

function read(table: string): Map<string, number> {
  const words = table.split(" ");
  return new Map(words.flatMap((word, index) => (index % 2 === 0 ? [[word, Number(words[index + 1])] as const] : [])));
}
