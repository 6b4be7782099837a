import { readdirSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import postgres from "postgres";
import { startThrowAwayDatabase } from "../../db/embedded.mjs";
import { migrateDatabase } from "../../lib/operate/launch/database.mjs";
import { startTestServer } from "../server.mjs";
import { makeKey } from "./make-key.mjs";
import { inFlight, memoryOfTree, round, seconds, table } from "./measure.mjs";

/**
 * Measures the cost of a request of each kind: processor time of the server, of the engine's programs and of
 * PostgreSQL, statements, transactions, rows and bytes of the log, minus what the same processes use when idle. The
 * source of the figures in docs/scale.md.
 */
const LANES = 8;
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 1_500);
const IDLE_SECONDS = 10;
const WARM_UP = 20;
const BATCH = 50;
const FILE_LINES = 100;
const TICKS_PER_SECOND = 100;

const database = await startThrowAwayDatabase({
  durable: true,
  settings: { shared_preload_libraries: "pg_stat_statements", "pg_stat_statements.track": "top" },
});
const sql = postgres(database.url, { max: 1, onnotice: () => {} });
let server;
try {
  await migrateDatabase(database.url);
  await sql`create extension pg_stat_statements`;
  const [{ pid }] = await sql`select pg_backend_pid() as pid`;
  const postmaster = parentOf(pid);
  server = await startTestServer({ databaseUrl: database.url });
  const key = await makeKey(server, { requestsPerHour: 100_000_000 });
  const ask = asker(server.url, key);

  let number = 0;
  const sentence = () => `The committee will publish the final report about water quality in house ${++number}.`;
  const json = (method, path, body) => () => ask(method, path, body);
  const text = (content) => ({ text: content, source: "en", target: "es" });
  const file = async () => {
    const lines = Array.from({ length: FILE_LINES }, sentence).join("\n");
    const { id } = await ask("POST", "/v1/translate/file", null, { lines, headers: { Prefer: "wait=60" } });
    return id;
  };
  const project = await ask("POST", "/v1/projects", {
    name: "Scale",
    sourceLanguage: "en",
    targetLanguages: ["es"],
    settings: { autoStart: false },
  });
  const content = Array.from({ length: 500 }, sentence).join("\n");
  const path = `/v1/projects/${project.id}`;
  await ask("POST", `${path}/documents`, { name: "scale.txt", content });
  for (let segments = []; segments.length === 0; )
    segments = (await ask("GET", `${path}/segments?limit=1&language=es`)).segments;
  const { segments } = await ask("GET", `${path}/segments?limit=100&language=es`);
  const revisions = new Map();
  const edit = async ({ id }) => {
    const revision = revisions.get(id) ?? 0;
    revisions.set(id, revision + 1);
    const headers = { "If-Match": `"${revision}"` };
    await ask("PATCH", `/v1/segments/${id}/translations/es`, { text: `La casa ${++number} es grande.` }, { headers });
  };
  const KINDS = {
    "a text, translated lately": [json("POST", "/v1/translate", text("The house is big.")), 1],
    "a text of twelve words": [() => ask("POST", "/v1/translate", text(sentence())), 1],
    [`a batch of ${BATCH} such texts`]: [
      () =>
        ask("POST", "/v1/translate/batch", {
          texts: Array.from({ length: BATCH }, sentence),
          source: "en",
          target: "es",
        }),
      1 / 15,
    ],
    [`a file of ${FILE_LINES} such lines, with its job`]: [file, 1 / 15],
    "a page of 50 segments": [json("GET", `${path}/segments?limit=50&language=es`), 1 / 3],
    "an edit of a segment": [() => edit(segments[number++ % segments.length]), 1 / 5],
    "a list of languages": [json("GET", "/v1/languages"), 1],
  };

  const sample = async () => {
    const [counts] = await sql`
      select (select sum(calls) from pg_stat_statements)::float as statements,
             (select xact_commit from pg_stat_database where datname = current_database())::float as transactions,
             (select sum(n_tup_ins + n_tup_upd + n_tup_del) from pg_stat_user_tables)::float as rows,
             pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float as log`;
    return {
      ...counts,
      server: own(server.pid),
      engine: below(server.pid),
      database: own(postmaster) + below(postmaster),
    };
  };
  const between = async (work) => {
    const before = await settled(sample);
    const took = await seconds(work);
    const after = await settled(sample);
    return { took, used: Object.fromEntries(Object.keys(before).map((name) => [name, after[name] - before[name]])) };
  };

  for (const [ask] of Object.values(KINDS)) await inFlight(Array.from({ length: WARM_UP }), LANES, ask);
  const idleMemory = memoryOfTree(server.pid);
  const idle = await between(() => new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1_000)));
  const rows = [];
  for (const [name, [ask, share]] of Object.entries(KINDS)) {
    const count = Math.ceil(REQUESTS * share);
    const { took, used } = await between(() => inFlight(Array.from({ length: count }), LANES, ask));
    const each = (part, unit = 1) => ((used[part] - (idle.used[part] / idle.took) * took) * unit) / count;
    rows.push([
      name,
      round(count / took),
      round(each("server", 1_000), 2),
      round(each("engine", 1_000), 2),
      round(each("database", 1_000), 2),
      round(each("statements"), 1),
      round(each("transactions"), 1),
      round(each("rows"), 1),
      round(each("log") / 1_024, 1),
    ]);
  }
  console.log(`\n### Cost of one request, ${LANES} at a time, en→es\n`);
  const head = ["request", "requests/s", "server ms", "engine ms", "PostgreSQL ms"];
  console.log(table([...head, "statements", "transactions", "rows written", "log KB"], rows));

  const [{ connections }] = await sql`
    select count(*)::int as connections from pg_stat_activity where application_name = 'dragoman'`;
  const [sizes] = await sql`
    select pg_total_relation_size('rate_events')::float / (select count(*) from rate_events) as event,
           (select sum(pg_total_relation_size(c)) from unnest(array['files', 'file_chunks', 'jobs']::regclass[]) c)::float
             / (select count(*) from files) as file,
           (select sum(pg_total_relation_size(c)) from unnest(array['translation_revisions']::regclass[]) c)::float
             / (select count(*) from translation_revisions) as revision,
           pg_total_relation_size('usage_hours')::float / (select count(*) from usage_hours) as usage`;
  console.log(`\n### A process\n`);
  console.log(
    table(
      ["", "measured"],
      [
        ["connections to PostgreSQL", connections],
        ["memory with its engine, after warming up, MB (PSS)", round(idleMemory)],
        ["memory with its engine, at the end, MB (PSS)", round(memoryOfTree(server.pid))],
        [
          "processor time in idle seconds: server, PostgreSQL, ms/s",
          `${round((idle.used.server * 1_000) / idle.took, 1)}, ${round((idle.used.database * 1_000) / idle.took, 1)}`,
        ],
        [
          "statements and transactions in idle seconds, each second",
          `${round(idle.used.statements / idle.took, 1)}, ${round(idle.used.transactions / idle.took, 1)}`,
        ],
      ],
    ),
  );
  console.log(`\n### Disk\n`);
  console.log(
    table(
      ["a row of", "bytes with its indexes"],
      [
        ["the limiter's ledger, kept for an hour", round(sizes.event)],
        [`a file of ${FILE_LINES} lines, its result and its job`, round(sizes.file)],
        ["a revision of a translation", round(sizes.revision)],
        ["usage: one an hour for each key, endpoint and pair", round(sizes.usage)],
      ],
    ),
  );
} finally {
  await server?.stop();
  await sql.end();
  await database.stop();
}

/** A function that sends a request over kept connections and resolves to its JSON; rejects for a status above 299. */
function asker(base, key) {
  const agent = new Agent({ keepAlive: true, maxSockets: LANES });
  return (method, path, body, { lines = "", headers: more = {} } = {}) =>
    new Promise((resolve, reject) => {
      const [type, payload] = lines ? form(lines) : ["application/json", body ? JSON.stringify(body) : ""];
      const headers = {
        Authorization: `Bearer ${key}`,
        ...(payload ? { "Content-Type": type, "Content-Length": Buffer.byteLength(payload) } : {}),
        ...more,
      };
      const sent = request(`${base}${path}`, { method, agent, headers }, (response) => {
        const pieces = [];
        response.on("data", (piece) => pieces.push(piece));
        response.on("end", () => {
          const text = Buffer.concat(pieces).toString();
          if (response.statusCode < 300) resolve(JSON.parse(text));
          else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${text.slice(0, 300)}`));
        });
      });
      sent.on("error", reject);
      sent.end(payload);
    });
}

function form(lines) {
  const fields = { source: "en", target: "es" };
  const parts = Object.entries(fields).map(([name, value]) => `form-data; name="${name}"\r\n\r\n${value}\r\n`);
  const all = [...parts, `form-data; name="file"; filename="scale.txt"\r\n\r\n${lines}\r\n`];
  return [
    "multipart/form-data; boundary=part",
    `${all.map((part) => `--part\r\nContent-Disposition: ${part}`).join("")}--part--\r\n`,
  ];
}

/** Waits, because PostgreSQL's backends report their counts within a second after they become idle. */
async function settled(sample) {
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  return sample();
}

/** Seconds of processor time of a process, and of its children that have ended. */
function own(pid) {
  const fields = stat(pid);
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

/** Seconds of processor time of the running descendants of a process. */
function below(pid) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === Number(pid))
    .reduce((sum, child) => sum + own(child) + below(child), 0);
}

function parentOf(pid) {
  return Number(stat(pid)[1]);
}

/** Fields of /proc/pid/stat after the name, which may contain spaces. */
function stat(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
  } catch {
    return Array.from({ length: 20 }, () => 0); // The process has ended.
  }
}
