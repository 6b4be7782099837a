import { startTestServer } from "../server.mjs";
import { csvOf, numbered } from "./document-files.mjs";
import { makeKey } from "./make-key.mjs";
import { median, post, round, seconds, table } from "./measure.mjs";

/**
 * Measures how long an account's two-line files and texts take alone, and while another account has big tables
 * translated, two at each of two servers.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** Number of files, sent one after another once the tables are accepted. */
const FILES = 6;
const TABLE_BYTES = 1_500_000;
const MAX_FILE_RATIO = 3;
const MAX_TEXT_RATIO = 2;

const first = await startTestServer({ durable: true, env: { METRICS_TOKEN: "a-token-for-measurements" } });
const second = await startTestServer({ databaseUrl: first.databaseUrl, secret: first.secret });
try {
  const big = await makeKey(first, { requestsPerHour: 100_000_000 });
  const small = await makeKey(first, { requestsPerHour: 100_000_000 });
  const tableBytes = csvOf(Math.ceil(TABLE_BYTES / (csvOf(1_000).length / 1_000)));
  let number = 0;
  const text = post(`${first.url}/v1/translate`, "application/json", small, () =>
    JSON.stringify({ text: `${numbered(++number)} It rains.`, source: "en", target: "es" }),
  );
  const line = () => Buffer.from(`The house number ${++number} is big.\nIt rains on day ${number}.\n`);
  const measure = async () => {
    const files = [];
    const texts = [];
    for (let i = 0; i < FILES; i++) {
      files.push(await seconds(() => translated(small, line(), "two.txt")));
      for (let j = 0; j < 5; j++) texts.push(await seconds(text));
    }
    return { files, texts };
  };
  await measure();
  const rows = [];
  for (let i = 0; i < ROUNDS; i++) {
    const alone = await measure();
    const sent = await Promise.all(
      [first, first, second, second].map((server) => send(server, big, tableBytes, "t.csv", { columns: "text" })),
    );
    const beside = await measure();
    for (const { id } of sent)
      await fetch(`${first.url}/v1/files/${id}`, { method: "DELETE", headers: { Authorization: `Bearer ${big}` } });
    const ratio = median(beside.files) / median(alone.files);
    const worst = Math.max(...beside.files) / median(alone.files);
    const ofTexts = median(beside.texts) / median(alone.texts);
    if (worst > MAX_FILE_RATIO || ofTexts > MAX_TEXT_RATIO) process.exitCode = 1;
    const ms = (times) => times.map((time) => round(1_000 * time)).join(", ");
    rows.push([ms(alone.files), ms(beside.files), round(ratio, 1), round(worst, 1), round(ofTexts, 1)]);
    await idle();
  }
  console.log(
    `\n### Files of two lines and texts during four tables of 1.5 MB; at most ${MAX_FILE_RATIO} and ${MAX_TEXT_RATIO} times\n`,
  );
  console.log(table(["files alone, ms", "files during, ms", "median ratio", "worst ratio", "ratio of texts"], rows));
} finally {
  await second.stop();
  await first.stop();
}

async function send(server, key, bytes, name, options = {}) {
  const form = new FormData();
  form.set("source", "en");
  form.set("target", "es");
  for (const [option, value] of Object.entries(options)) form.set(option, value);
  form.set("file", new File([bytes], name));
  const headers = { Authorization: `Bearer ${key}`, Prefer: options.wait ?? "respond-async" };
  const response = await fetch(`${server.url}/v1/translate/file`, { method: "POST", headers, body: form });
  return response.json();
}

async function translated(key, bytes, name) {
  const form = new FormData();
  form.set("source", "en");
  form.set("target", "es");
  form.set("file", new File([bytes], name));
  const headers = { Authorization: `Bearer ${key}`, Prefer: "wait=60" };
  const response = await fetch(`${first.url}/v1/translate/file`, { method: "POST", headers, body: form });
  const file = await response.json();
  if (file.status !== "completed") throw new Error(`The file was not translated: ${JSON.stringify(file)}`);
}

/** Waits until the cancelled tables have ended. */
async function idle() {
  for (;;) {
    const response = await fetch(`${first.url}/v1/health/ready`);
    const { checks } = await response.json();
    if (checks.queue.queued + checks.queue.running === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
