import postgres from "postgres";
import { startTestServer } from "../server.mjs";
import { startBarePipeline } from "./bare-pipeline.mjs";
import { makeKey } from "./make-key.mjs";
import { inFlight, median, quantile, round, seconds, table } from "./measure.mjs";

/**
 * Measures projects: importing a long document and a new version of it, and its machine translation compared with the
 * bare engine; then importing people's translated files, edits, lists of projects among thousands of others, and pages
 * of a project with many languages.
 */
const SENTENCE = "The committee will publish the final report about water quality next month";
const SEGMENTS = Number(process.env.BENCH_SEGMENTS ?? 10_000);
/** Number of sentences sent through the bare pipeline, before and after. */
const BARE = 3_000;
/** Limits. */
const MAX_IMPORT_SECONDS = 10;
const MIN_SHARE = 0.8;
const MAX_EDIT_MS = 25;
const MAX_FILES_SECONDS = 3.6;
const MAX_PAGE_MS = 100;
const MAX_REQUEST_MS = 200;
/** Number of other projects in the account, each with four languages and five documents. */
const OTHER_PROJECTS = Number(process.env.BENCH_PROJECTS ?? 5_000);
/** Pattern of ids of projects that {@link addProjects} creates; generated ids begin with a time. */
const ADDED = "prj_00%";
const REQUESTS = 100;
const WARM_UP_EDITS = 300;
/** Number of strings in each translated file. */
const KEYS = 777;
/** {@link SENTENCE} as people might translate it, one file for each language. */
const TRANSLATIONS = {
  ar: "ستنشر اللجنة التقرير النهائي عن جودة المياه الشهر المقبل",
  cs: "Výbor zveřejní závěrečnou zprávu o kvalitě vody příští měsíc",
  de: "Der Ausschuss veröffentlicht den Abschlussbericht zur Wasserqualität nächsten Monat",
  es: "El comité publicará el informe final sobre la calidad del agua el mes que viene",
  fr: "Le comité publiera le rapport final sur la qualité de l’eau le mois prochain",
  it: "Il comitato pubblicherà la relazione finale sulla qualità dell’acqua il mese prossimo",
  ja: "委員会は来月、水質に関する最終報告書を公表します",
  pl: "Komitet opublikuje raport końcowy o jakości wody w przyszłym miesiącu",
  ru: "Комитет опубликует итоговый доклад о качестве воды в следующем месяце",
  "zh-Hans": "委员会将于下个月公布关于水质的最终报告",
};
/** Size of the project whose pages are read: segments and languages. */
const PAGED_SEGMENTS = Number(process.env.BENCH_PAGED_SEGMENTS ?? 100_000);
const PAGED_LANGUAGES =
  "ar bg bn ca cs da de el es et eu fa fi fr ga gl he hi hr hu id is it ja ko lt lv nb nl pl pt ro ru sk sl sr sv th tr uk";

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
  // This also warms up the service's pipeline.
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

  const files = await importFiles(call);
  console.log("\n### Translated files of people, with checks, memory, revisions and counters\n");
  console.log(
    table(
      ["", "files", "texts", "s", "texts/s"],
      files.map(({ name, texts, took }) => [
        name,
        Object.keys(TRANSLATIONS).length,
        texts,
        round(took, 1),
        round(texts / took),
      ]),
    ),
  );
  claim(files[1].took <= MAX_FILES_SECONDS, `Importing files took more than ${MAX_FILES_SECONDS} s.`);

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

  const languages = PAGED_LANGUAGES.split(" ");
  const pages = await readPages(call, languages);
  console.log(`\n### Pages of ${PAGED_SEGMENTS} segments in ${languages.length} languages\n`);
  console.log(
    table(
      ["", "p50 ms", "p95 ms"],
      pages.map(({ name, times }) => [name, round(median(times), 1), round(quantile(times, 0.95), 1)]),
    ),
  );
  for (const { name, times } of pages)
    claim(median(times) <= MAX_PAGE_MS, `${name} of segments took more than ${MAX_PAGE_MS} ms.`);
} finally {
  await server.stop();
}

/** Imports a translated file of each language, twice, each time for a new document. */
async function importFiles(call) {
  const strings = (sentence) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: KEYS }, (_, i) => [`key${i}`, sentence(i)])));
  const form = (content, name) => {
    const parts = new FormData();
    parts.set("file", new File([content], `${name}.json`));
    return parts;
  };
  const ending = (i) => (i % 3 === 0 ? ` {name} ${i}.` : ` ${i}.`);
  const project = await call("POST", "/v1/projects", {
    name: "Translated files",
    sourceLanguage: "en",
    targetLanguages: Object.keys(TRANSLATIONS),
    workflow: "human",
    settings: { autoStart: false },
  });
  const measured = [];
  for (const name of ["first", "again"]) {
    const content = strings((i) => `${SENTENCE}, ${name}${ending(i)}`);
    const sent = await call("POST", `/v1/projects/${project.id}/documents`, form(content, name));
    await ended(call, sent.version.jobId);
    const files = Object.entries(TRANSLATIONS).map(([language, sentence]) => [
      language,
      strings((i) => `${sentence}, ${name}${ending(i)}`),
    ]);
    let texts = 0;
    const took = await seconds(async () => {
      const jobs = [];
      for (const [language, file] of files)
        jobs.push(await call("PUT", `/v1/documents/${sent.id}/target?language=${language}`, form(file, language)));
      for (const { id } of jobs) texts += (await ended(call, id)).result.accepted;
    });
    measured.push({ name, texts, took });
  }
  return measured;
}

/** Reads pages of a large project in each of its languages. */
async function readPages(call, languages) {
  const project = await call("POST", "/v1/projects", {
    name: "Many languages",
    sourceLanguage: "en",
    targetLanguages: languages,
    workflow: "human",
    settings: { autoStart: false },
  });
  const documentId = `doc_${"2".padStart(26, "0")}`;
  const sql = postgres(server.databaseUrl, { max: 1, onnotice: () => {}, connection: { statement_timeout: 0 } });
  await sql`
    insert into documents (id, account_id, project_id, path, format, current_version)
    select ${documentId}, account_id, id, 'strings.json', 'json', 1 from projects where id = ${project.id}`;
  await sql`
    insert into segments (id, account_id, project_id, document_id, key, position, source, source_hash, context_hash,
                          word_count, char_count)
    select 'seg_' || lpad(n::text, 26, '0'), account_id, project_id, id, 'key' || n, n,
           ${SENTENCE} || ' ' || n || '.', md5('source' || n), md5('key' || n), 13, 80
      from documents, generate_series(1, ${PAGED_SEGMENTS}::int) n where id = ${documentId}`;
  await sql`
    insert into translations (segment_id, language, account_id, project_id, document_id, text, state, origin, revision)
    select s.id, l.language, s.account_id, s.project_id, s.document_id, s.source,
           case when s.position % 3 = 0 then 'draft' else 'translated' end, 'human', 1
      from segments s, unnest(${languages}::text[]) l (language) where s.document_id = ${documentId}`;
  await sql`analyze`;
  await sql.end();
  const path = (language) => `/v1/projects/${project.id}/segments?limit=50&language=${language}`;
  const measured = { "the first page": [], "the next page": [], drafts: [] };
  for (const language of [...languages.slice(0, 5), ...languages, ...languages]) {
    let page;
    measured["the first page"].push(1000 * (await seconds(async () => (page = await call("GET", path(language))))));
    const next = `${path(language)}&cursor=${encodeURIComponent(page.nextCursor)}`;
    measured["the next page"].push(1000 * (await seconds(() => call("GET", next))));
    measured.drafts.push(1000 * (await seconds(() => call("GET", `${path(language)}&state=draft`))));
  }
  return Object.entries(measured).map(([name, times]) => ({ name, times: times.slice(5) }));
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
      from projects, unnest(array['es', 'fr', 'de', 'ca']) with ordinality as languages (language, place) where id like ${ADDED}`;
  await sql`
    insert into documents (id, account_id, project_id, path, format, current_version)
    select replace(id, 'prj', 'doc') || '_' || n, account_id, id, n || '.md', 'md', 1
      from projects, generate_series(1, 5) n where id like ${ADDED}`;
  await sql`
    insert into progress_counters (document_id, language, account_id, project_id, s_draft, w_draft, s_reviewed, w_reviewed)
    select d.id, l.language, d.account_id, d.project_id, 30, 300, 70, 700
      from documents d join project_languages l using (project_id) where d.project_id like ${ADDED}`;
  await sql`analyze`;
  await sql.end();
  return `prj_${"1".padStart(26, "0")}`;
}

/** Edits and confirms machine translations one after another, after a warm-up. Returns the milliseconds of each. */
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

/** Sends the requests of the dashboard's pages. */
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
    const isJson = body && !(body instanceof FormData);
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, ...(isJson ? { "Content-Type": "application/json" } : {}), ...more },
      ...(body ? { body: isJson ? JSON.stringify(body) : body } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
}

/** Waits for a job. Returns its duration by the database's clock. */
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
