import { spawn, spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { startTestServer } from "../server.mjs";
import { startBarePipeline } from "./bare-pipeline.mjs";
import { makeKey } from "./make-key.mjs";
import { inFlight, load, median, memoryOfTree, post, round, seconds, table } from "./measure.mjs";

/**
 * Compares the service with the bare engine and with apertium-apy, the engine's usual server, in the same run:
 * sentences of twelve words over HTTP with authentication, exact limits and metering, and a long text. Every sentence
 * is new, so that no result comes from a cache.
 */
const DIRECTIONS = [
  {
    source: "en",
    target: "es",
    mode: "eng-spa",
    sentence: "The committee will publish the final report about water quality in 2031.",
  },
  {
    source: "es",
    target: "ca",
    mode: "spa-cat",
    sentence: "El comité publicará el informe final sobre calidad del agua en 2031.",
  },
  {
    source: "fr",
    target: "es",
    mode: "fr-es",
    sentence: "Le comité publiera le rapport final sur la bonne qualité en 2031.",
  },
];
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const ROUNDS = 3;
/** Enough seconds for both servers to compile their code and load their pipelines. */
const WARM_UP_SECONDS = Math.min(5, SECONDS);
const LONG_WORDS = 10_000;

const server = await startTestServer({ durable: true });
// A high limit instead of none, so that the limiter decides on every request.
const key = await makeKey(server, { requestsPerHour: 100_000_000 });
const apy = await startApy();
const rows = [];
const texts = [];
try {
  for (const direction of DIRECTIONS) {
    const bare = startBarePipeline(direction.mode);
    const sentence = sentencesOf(direction);
    const ours = post(`${server.url}/v1/translate`, "application/json", key, () =>
      JSON.stringify({ text: sentence(), source: direction.source, target: direction.target }),
    );
    const theirs =
      apy &&
      post(`${apy.url}/translate`, "application/x-www-form-urlencoded", null, () =>
        new URLSearchParams({
          langpair: direction.mode.replace("-", "|"),
          markUnknown: "no",
          q: sentence(),
        }).toString(),
      );
    const contenders = [
      ["bare pipeline", () => bare.translate(sentence())],
      ["Dragoman", ours],
      ...(theirs ? [["apertium-apy", theirs]] : []),
    ];
    for (const [, ask] of contenders) await load(ask, 4, WARM_UP_SECONDS);
    const measured = contenders.map(() => ({ one: [], eight: [] }));
    // Runs alternate, so that other load on the machine affects all of them equally.
    for (let i = 0; i < ROUNDS; i++) {
      for (const [index, [, ask]] of contenders.entries()) {
        measured[index].one.push(await load(ask, 1, SECONDS / ROUNDS));
        measured[index].eight.push(await load(ask, 8, SECONDS / ROUNDS));
      }
    }
    for (const [index, [name]] of contenders.entries()) {
      const middle = (connections, figure) => median(measured[index][connections].map((load) => load[figure]));
      rows.push([
        `${direction.source}→${direction.target}`,
        name,
        round(middle("one", "p50"), 2),
        round(middle("one", "p99"), 1),
        round(middle("eight", "perSecond")),
        round(middle("eight", "p50"), 1),
        round(middle("eight", "p99"), 1),
      ]);
    }
    texts.push(await longText(direction, sentence, bare, key));
    bare.stop();
  }
} finally {
  apy?.stop();
  await server.stop();
}

console.log(`\n### Sentences of twelve words, ${ROUNDS} rounds of ${round(SECONDS / ROUNDS, 1)} s each\n`);
console.log(table(["direction", "server", "1 conn. p50 ms", "p99 ms", "8 conn. requests/s", "p50 ms", "p99 ms"], rows));
console.log(`\n### One text of ${LONG_WORDS} words\n`);
console.log(table(["direction", "bare pipeline words/s", "Dragoman words/s", "share", "pipeline MB (PSS)"], texts));

/** Returns a new sentence each time. */
function sentencesOf(direction) {
  let number = 0;
  return () => direction.sentence.replace("2031", String(++number));
}

/** Sends sentences through the bare pipeline, eight in flight, and similar ones to the service as one text. */
async function longText(direction, sentence, bare, key) {
  const words = direction.sentence.split(" ").length;
  const count = Math.ceil(LONG_WORDS / words);
  const total = count * words;
  const sentences = () => Array.from({ length: count }, sentence);
  const long = post(`${server.url}/v1/translate`, "application/json", key, () =>
    JSON.stringify({ text: sentences().join(" "), source: direction.source, target: direction.target }),
  );
  const bareRate = [];
  const ourRate = [];
  for (let i = 0; i < 3; i++) {
    bareRate.push(total / (await seconds(() => inFlight(sentences(), 8, bare.translate))));
    ourRate.push(total / (await seconds(long)));
  }
  return [
    `${direction.source}→${direction.target}`,
    round(median(bareRate)),
    round(median(ourRate)),
    `${round((100 * median(ourRate)) / median(bareRate))} %`,
    round(memoryOfTree(bare.pid)),
  ];
}

async function startApy() {
  if (spawnSync("which", ["apertium-apy"]).status !== 0) {
    console.log("apertium-apy is not installed: it is left out of the comparison (apt-get install apertium-apy).");
    return null;
  }
  const port = await new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
  const child = spawn("apertium-apy", ["-p", String(port), "/usr/share/apertium"], { stdio: "ignore", detached: true });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    const up = await fetch(`${url}/listPairs`).then(
      (response) => response.ok,
      () => false,
    );
    if (up) break;
    if (child.exitCode !== null) throw new Error("apertium-apy ended at its start");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { url, stop: () => process.kill(-child.pid, "SIGKILL") };
}
