import postgres from "postgres";
import { startTestServer } from "../server.mjs";
import { startBarePipeline } from "./bare-pipeline.mjs";
import { makeKey } from "./make-key.mjs";
import { inFlight, median, quantile, round, seconds, table } from "./measure.mjs";

/**
 * Projects: importing a long document and a new version of it, and its machine drafts compared with the bare engine;
 * then edits, and lists of it among thousands of others.
 */
const SENTENCE = "The committee will publish the final report about water quality next month";
const SEGMENTS = Number(process.env.BENCH_SEGMENTS ?? 10_000);
/** Sentences through the bare pipeline, before and after. */
const BARE = 3_000;
/** Limits. */
const MAX_IMPORT_SECONDS = 10;
const MIN_SHARE = 0.8;
const MAX_EDIT_MS = 25;
const MAX_REQUEST_MS = 200;
/** Other projects in the account, each with four languages and five documents. */
const OTHER_PROJECTS = Number(process.env.BENCH_PROJECTS ?? 5_000);
const REQUESTS = 100;
const WARM_UP_EDITS = 300;

const server = await startTestServer({ durable: true });
try {
  const key = await makeKey(server, { requestsPerHour: 100_000_000 });
  const call = caller(key);
  const project = await call("POST", "/v1/projects", {
    name: "Benchmark",
    sourceLanguage: "en",
    targetLanguages: ["es"],
    settings: { autoStart: false },
  });
  const lines = (change = (text) => text) =>
    Array.from({ length: SEGMENTS }, (_, i) => change(`${SENTENCE} ${i}.`, i)).join("\n");
  const sent = await call("POST", `/v1/projects/${project.id}/documents`, { name: "long.txt", content: lines() });
  const imported = await ended(call, sent.version.jobId);
  const edited = lines((text, i) => (i === SEGMENTS / 2 ? text.replace("final", "first") : text));
  const put = await call("PUT", `/v1/documents/${sent.id}/content`, { content: `One more line.\n${edited}` });
  const again = await ended(call, put.version.jobId);
  console.log(`\n### A document of ${SEGMENTS} segments\n`);
  console.log(
    table(
      ["import s", "segments/s", "new version s", "added", "changed"],
      [
        [
          round(imported.seconds, 1),
          round(SEGMENTS / imported.seconds),
          round(again.seconds, 1),
          again.result.added,
          again.result.changed,
        ],
      ],
    ),
  );
  claim(imported.seconds <= MAX_IMPORT_SECONDS, `The import took more than ${MAX_IMPORT_SECONDS} s.`);

  const bare = startBarePipeline("eng-spa");
  const sentences = Array.from({ length: BARE }, (_, i) => `${SENTENCE} ${i}.`);
  const bareRate = async () => BARE / (await seconds(() => inFlight(sentences, 8, (one) => bare.translate(one))));
  await inFlight(sentences.slice(0, 300), 8, (one) => bare.translate(one));
  // Warms up the service's pipeline too.
  await call("POST", "/v1/translate", { text: sentences.slice(0, 100).join(" "), source: "en", target: "es" });
  const before = await bareRate();
  const { jobs } = await call("POST", `/v1/projects/${project.id}/pretranslate`, { method: ["tm", "mt"] });
  const drafted = await ended(call, jobs[0].id);
  const after = await bareRate();
  bare.stop();
  const rate = (SEGMENTS + 1) / drafted.seconds;
  const alone = (before + after) / 2;
  console.log("\n### Machine drafts, with memory, checks, revisions and counters\n");
  console.log(
    table(
      ["bare pipeline segments/s", "Dragoman segments/s", "share"],
      [[round(alone), round(rate), `${round((100 * rate) / alone)} %`]],
    ),
  );
  claim(rate >= MIN_SHARE * alone, `Drafting ran below ${100 * MIN_SHARE} % of the engine's bare rate.`);

  const matrix = await addProjects(project.id);
  const { ids } = await call("GET", `/v1/projects/${project.id}/segments/ids?language=es`);
  const edits = await edit(call, ids);
  console.log("\n### Editing a segment, with status, counters, checks and events\n");
  console.log(table(["p50 ms", "p95 ms"], [[round(median(edits), 1), round(quantile(edits, 0.95), 1)]]));
  claim(quantile(edits, 0.95) <= MAX_EDIT_MS, `Editing took more than ${MAX_EDIT_MS} ms at the 95th percentile.`);

  const requests = await read(call, project.id, matrix, ids);
  console.log(`\n### Requests with ${OTHER_PROJECTS} projects, and ${ids.length} segments in the editor\n`);
  console.log(
    table(
      ["", "p50 ms", "p95 ms"],
      requests.map(({ name, times }) => [name, round(median(times), 1), round(quantile(times, 0.95), 1)]),
    ),
  );
  for (const { name, times } of requests)
    claim(quantile(times, 0.95) <= MAX_REQUEST_MS, `${name} took more than ${MAX_REQUEST_MS} ms.`);
} finally {
  await server.stop();
}

/** Adds other, half finished projects to the account. */
async function addProjects(like) {
  const sql = postgres(server.databaseUrl, { max: 1, onnotice: () => {} });
  await sql`
    insert into projects (id, account_id, name, source_language, workflow, status, started_at, due_at, created_at, updated_at)
    select 'prj_' || lpad(n::text, 26, '0'), account_id, 'Project ' || n, 'en', 'mt_review', 'in_review', now(), now() + make_interval(hours => n),
           now() - make_interval(mins => n), now() - make_interval(mins => n)
      from projects, generate_series(1, ${OTHER_PROJECTS}::int) n where id = ${like}`;
  await sql`
    insert into project_languages (project_id, account_id, language, position, status)
    select id, account_id, language, place, 'in_review'
      from projects, unnest(array['es', 'fr', 'de', 'ca']) with ordinality as languages (language, place) where id <> ${like}`;
  await sql`
    insert into documents (id, account_id, project_id, path, format, current_version)
    select replace(id, 'prj', 'doc') || '_' || n, account_id, id, n || '.md', 'md', 1
      from projects, generate_series(1, 5) n where id <> ${like}`;
  await sql`
    insert into progress_counters (document_id, language, account_id, project_id, s_draft, w_draft, s_reviewed, w_reviewed)
    select d.id, l.language, d.account_id, d.project_id, 30, 300, 70, 700
      from documents d join project_languages l using (project_id) where d.project_id <> ${like}`;
  await sql`analyze`;
  await sql.end();
  return `prj_${"1".padStart(26, "0")}`;
}

/** Edits and confirms machine drafts one after another, after a warm-up. Returns milliseconds of each. */
async function edit(call, ids) {
  const times = [];
  for (let i = 0; i < WARM_UP_EDITS + 2 * REQUESTS; i++) {
    const body = { text: `El comité publicará el informe final ${i}.`, state: "translated" };
    const time = await seconds(() =>
      call("PATCH", `/v1/segments/${ids[i * 7]}/translations/es`, body, { "If-Match": '"1"' }),
    );
    if (i >= WARM_UP_EDITS) times.push(1000 * time);
  }
  return times;
}

/** Requests of the pages. */
async function read(call, projectId, matrix, ids) {
  const some = (from) => ids.slice(from, from + 50).join(",");
  const segments = `/v1/projects/${projectId}/segments?language=es`;
  const paths = {
    "list of projects": () => "/v1/projects?limit=50",
    "list, by name, of a status": () => "/v1/projects?limit=50&sort=name&status=in_review",
    "list, a search": (i) => `/v1/projects?limit=50&q=project%20${i}`,
    "a project": () => `/v1/projects/${matrix}`,
    "its matrix": () => `/v1/projects/${matrix}/progress?by=matrix`,
    "editor: ids of all segments": () => `/v1/projects/${projectId}/segments/ids?language=es`,
    "editor: 50 segments": (i) =>
      `/v1/projects/${projectId}/segments?language=es&ids=${some((i * 89) % (ids.length - 50))}`,
    "editor: drafts, from the middle": () => `${segments}&state=draft&offset=${Math.floor(ids.length / 2)}`,
    "editor: riskiest first": () => `${segments}&sort=risk`,
    "editor: a search": (i) => `${segments}&q=${i}`,
    "editor: matches of a segment": (i) => `/v1/segments/${ids[i * 11]}/matches?language=es`,
  };
  const measured = [];
  for (const [name, path] of Object.entries(paths)) {
    const times = [];
    for (let i = -5; i < REQUESTS; i++) {
      const time = await seconds(() => call("GET", path(i + 5)));
      if (i >= 0) times.push(1000 * time);
    }
    measured.push({ name, times });
  }
  return measured;
}

function caller(key) {
  return async (method, path, body, more = {}) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, ...(body ? { "Content-Type": "application/json" } : {}), ...more },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
}

/** Waits for a job; returns its duration by the database's clock. */
async function ended(call, id) {
  for (;;) {
    const job = await call("GET", `/v1/jobs/${id}`);
    if (job.status === "succeeded") {
      return { ...job, seconds: (Date.parse(job.finishedAt) - Date.parse(job.startedAt)) / 1000 };
    }
    if (job.status !== "queued" && job.status !== "running") throw new Error(`A job failed: ${JSON.stringify(job)}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

function claim(holds, otherwise) {
  if (holds) return;
  console.log(`\n${otherwise}`);
  process.exitCode = 1;
}
