/**
 * Expected quality of services as chrF. Google's values were measured by Mozilla on FLORES-200
 * (github.com/mozilla/translations, evaluation results); no comparable table exists for the others, so their numbers
 * only define the order.
 */
const GOOGLE_MEASURED =
  "en-es 57.1 es-en 61.6 en-ca 65.7 ca-en 72.6 en-gl 63.1 gl-en 69.0 is-en 64.0 hr-en 66.6 en-hr 62.4 en-fr 71.8 " +
  "fr-en 71.6 en-it 60.0 it-en 63.8 en-pt 73.1 pt-en 73.3 ro-en 70.5 en-sl 62.0 sl-en 65.6 bg-en 70.9 sv-en 73.6";

const google = new Map(
  [...GOOGLE_MEASURED.matchAll(/(\S+) (\S+)/g)].map(([, pair = "", rank]) => [pair, Number(rank)] as const),
);

/** Google's median of the measured pairs. */
const GOOGLE_USUAL = 66;

/** Points by which services are ranked above or below Google, for each pair. */
const AHEAD_OF_GOOGLE = { deepl: 1, google: 0, azure: -1, chat: -3, libretranslate: -9 } as const;

/** Expected chrF of a service. */
export function remoteRank(service: keyof typeof AHEAD_OF_GOOGLE, source: string, target: string): number {
  return (google.get(`${source}-${target}`) ?? GOOGLE_USUAL) + AHEAD_OF_GOOGLE[service];
}
