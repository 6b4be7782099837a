import { startTestServer } from "../server.mjs";
import { makeKey } from "./make-key.mjs";
import { load, median, post, round, table } from "./measure.mjs";

/**
 * Compares the APIs of DeepL and LibreTranslate with `/v1/translate`: the same distinct sentences over HTTP, with key,
 * exact limit and metering. Fails if an API answers fewer than 90 % of the requests per second.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const CONNECTIONS = 8;
const MIN_SHARE = 0.9;

const server = await startTestServer({ durable: true });
// A high limit instead of none, so that the limiter decides on every request.
const key = await makeKey(server, { requestsPerHour: 100_000_000 });
let number = 0;
const sentence = () => `The committee will publish the final report about water quality in ${++number}.`;
const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";

const CONTENDERS = {
  "/v1/translate": post(`${server.url}/v1/translate`, JSON_TYPE, key, () =>
    JSON.stringify({ text: sentence(), source: "en", target: "es" }),
  ),
  "/v2/translate (JSON)": post(`${server.url}/v2/translate`, JSON_TYPE, null, () =>
    JSON.stringify({ text: [sentence()], source_lang: "EN", target_lang: "ES", auth_key: key }),
  ),
  "/v2/translate (form)": post(`${server.url}/v2/translate`, FORM_TYPE, null, () =>
    new URLSearchParams({ text: sentence(), source_lang: "EN", target_lang: "ES", auth_key: key }).toString(),
  ),
  "/libretranslate/translate (JSON)": post(`${server.url}/libretranslate/translate`, JSON_TYPE, null, () =>
    JSON.stringify({ q: sentence(), source: "en", target: "es", api_key: key }),
  ),
  "/libretranslate/translate (form)": post(`${server.url}/libretranslate/translate`, FORM_TYPE, null, () =>
    new URLSearchParams({ q: sentence(), source: "en", target: "es", api_key: key }).toString(),
  ),
};

const names = Object.keys(CONTENDERS);
const measured = Object.fromEntries(names.map((name) => [name, { one: [], many: [] }]));
try {
  for (const ask of Object.values(CONTENDERS)) await load(ask, 4, Math.min(5, SECONDS));
  // Rounds alternate in changing order, so that other load on the machine affects all APIs equally.
  for (let i = 0; i < ROUNDS; i++)
    for (const name of i % 2 === 0 ? names : names.toReversed()) {
      measured[name].one.push(await load(CONTENDERS[name], 1, SECONDS / 2));
      measured[name].many.push(await load(CONTENDERS[name], CONNECTIONS, SECONDS));
    }
} finally {
  await server.stop();
}

const [first] = names;
const shares = (name) => measured[name].many.map(({ perSecond }, i) => perSecond / measured[first].many[i].perSecond);
const rows = names.map((name) => [
  `\`${name}\``,
  round(median(measured[name].one.map(({ p50 }) => p50)), 2),
  round(median(measured[name].many.map(({ perSecond }) => perSecond))),
  round(median(measured[name].many.map(({ p50 }) => p50)), 1),
  `${round(100 * median(shares(name)))} %`,
]);
console.log(`\n### Sentences of twelve words, en→es, ${ROUNDS} rounds of ${SECONDS} s\n`);
console.log(
  table(["", "1 conn. p50 ms", `${CONNECTIONS} conn. requests/s`, "p50 ms", "of /v1, median of rounds"], rows),
);
const slow = names.filter((name) => median(shares(name)) < MIN_SHARE);
if (slow.length > 0) {
  console.error(`Below ${100 * MIN_SHARE} % of ${first}: ${slow.join(", ")}`);
  process.exitCode = 1;
}
