import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "../../lib/operate/launch/run.mjs";
import { median, round, table } from "./measure.mjs";
import { openSignedIn } from "./signed-in.mjs";

/**
 * Measures the dashboard in a real browser on the production build, on a CPU slowed down four times: Web Vitals of each
 * page (https://web.dev/articles/vitals), the pause before a translation is requested, the delay before it is visible,
 * and the translator's first-load JavaScript beyond that of Next and React. Fails for exceeded limits only after all
 * pages are measured.
 */
const SEGMENTS = Number(process.env.BENCH_SEGMENTS ?? 10_000);
/** Number of loads per page, of which the median is reported, after one load that warms up the server. */
const LOADS = 3;
/** Factor by which the browser's CPU is slowed down; `BENCH_SLOWDOWN=1` does not slow it down. */
const SLOWDOWN = Number(process.env.BENCH_SLOWDOWN ?? 4);
/**
 * Measures only pages whose paths contain one of these words, separated by commas, such as `docs,edit`; by default all
 * pages.
 */
const ONLY = (process.env.BENCH_PAGES ?? "").split(",").filter(Boolean);
/** Limits of the dashboard. */
const MAX_LCP_MS = 1_200;
const MAX_INP_MS = 100;
const MAX_CLS = 0.02;
const MAX_OVER_FLOOR_KB = 60;
/** Maximum milliseconds from the last key to the request; the timer may be late by a frame or two. */
const MAX_REST_MS = 250 + 50;
/** Maximum milliseconds from the response to its first paint. */
const MAX_VISIBLE_MS = 60;

/** The pages, each with an interaction. `{project}` is the id of a project with one long document. */
const PAGES = [
  { path: "/", act: translate },
  { path: "/files", act: openPalette },
  { path: "/projects", act: search },
  { path: "/projects/{project}", act: openPalette },
  { path: "/projects/{project}/edit/es", act: edit },
  { path: "/glossaries", act: (page) => openDialog(page, "New glossary") },
  { path: "/keys", act: (page) => openDialog(page, "Create key") },
  { path: "/usage", act: openPalette },
  { path: "/settings", act: openPalette },
  { path: "/docs", act: openPalette },
];

const failures = [];
const { server, browser, context } = await openSignedIn();
try {
  const project = await longProject(context);
  const rows = [];
  for (const { path: where, act } of PAGES.filter(({ path: where }) => isWanted(where))) {
    const name = where.replace("{project}", "…");
    try {
      const { lcp, inp, slowest, cls, scriptKb, rest, visible } = await measure(
        context,
        where.replace("{project}", project),
        act,
      );
      rows.push([
        name,
        ...[lcp, inp, slowest].map((ms) => round(ms)),
        round(cls, 3),
        ...[scriptKb, scriptKb - floorKb()].map((kb) => round(kb, 1)),
      ]);
      check(name, "LCP", lcp, MAX_LCP_MS, "ms");
      check(name, "INP", inp, MAX_INP_MS, "ms");
      check(name, "CLS", cls, MAX_CLS, "");
      if (where !== "/") continue;
      check(name, "scripts over the floor", scriptKb - floorKb(), MAX_OVER_FLOOR_KB, "kB");
      check(name, "last key to request", rest, MAX_REST_MS, "ms");
      check(name, "response to paint", visible, MAX_VISIBLE_MS, "ms");
      console.log(`\nLast key to request: ${round(rest)} ms. Response to paint: ${round(visible)} ms.`);
    } catch (error) {
      rows.push([name, "failed"]);
      failures.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  console.log(`\nCPU slowed down ${SLOWDOWN} times. Floor of scripts: ${round(floorKb(), 1)} kB.\n`);
  console.log(table(["page", "LCP ms", "INP ms", "slowest ms", "CLS", "scripts kB, gzip", "over the floor"], rows));
  for (const failure of failures) console.error(`FAILED: ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await server.stop();
}

function isWanted(where) {
  return ONLY.length === 0 || ONLY.some((part) => (part === "/" ? where === part : where.includes(part)));
}

async function measure(context, where, act) {
  await visit(context, where, act);
  const visits = [];
  for (let i = 0; i < LOADS; i++) visits.push(await visit(context, where, act));
  return Object.fromEntries(Object.keys(visits[0]).map((name) => [name, median(visits.map((one) => one[name]))]));
}

/** Loads a page, interacts with it, and reads the browser's measurements. */
async function visit(context, where, act) {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  await page.addInitScript(observe);
  const scripts = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.body());
  });
  await page.goto(where);
  // The editor keeps a stream open, so the network may never be idle.
  await page.waitForLoadState("networkidle", { timeout: 5_000 }).catch(() => {});
  await page.evaluate(quiet);
  const loaded = (await Promise.all(scripts)).reduce((sum, body) => sum + gzipSync(body).length, 0);
  // Read now, because interactions end the measurement of LCP, and layout shifts within half a second of an interaction
  // do not count.
  const { lcp } = await page.evaluate(() => window.vitals);
  await act(page);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));
  const { interactions, cls, rest, visible } = await page.evaluate(() => window.vitals);
  await page.close();
  const slowest = Object.values(interactions).sort((a, b) => b - a);
  // Of every 50 interactions, the slowest is ignored: https://web.dev/articles/inp.
  const inp = slowest[Math.floor(slowest.length / 50)] ?? 0;
  return { lcp, inp, slowest: slowest[0] ?? 0, cls, rest, visible, scriptKb: loaded / 1000 };
}

/**
 * Runs in the page. Resolves after half a second without a long task, at the latest after ten seconds. Content from the
 * server is visible before React has hydrated it, and the first interaction would wait for that.
 */
function quiet() {
  const end = performance.now() + 10_000;
  let last = performance.now();
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) last = Math.max(last, startTime + duration);
  }).observe({ type: "longtask", buffered: true });
  return new Promise((done) => {
    let tick = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      // A tick that comes late shows a long task that the observer has not reported yet.
      if (now - tick > 100) last = now;
      tick = now;
      if (now - last < 500 && now < end) return;
      clearInterval(timer);
      done();
    }, 50);
  });
}

/** Runs in the page before its own scripts. */
function observe() {
  const vitals = { lcp: 0, interactions: {}, cls: 0, rest: 0, visible: 0 };
  window.vitals = vitals;
  const watch = (type, note, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...options });
  watch("largest-contentful-paint", ({ startTime }) => {
    vitals.lcp = startTime;
  });
  watch("layout-shift", ({ hadRecentInput, value }) => {
    if (!hadRecentInput) vitals.cls += value;
  });
  const note = ({ interactionId, duration }) => {
    const { interactions } = vitals;
    if (interactionId) interactions[interactionId] = Math.max(interactions[interactionId] ?? 0, duration);
  };
  watch("event", note, { durationThreshold: 16 });
  watch("first-input", note);

  let typedAt = 0;
  let answeredAt = 0;
  document.addEventListener("input", () => {
    typedAt = performance.now();
  });
  const fetched = window.fetch;
  window.fetch = async (...request) => {
    const isTranslation = String(request[0]).endsWith("/translate");
    if (isTranslation) vitals.rest = performance.now() - typedAt;
    const response = await fetched(...request);
    if (isTranslation) answeredAt = performance.now();
    return response;
  };
  const seen = () => {
    if (answeredAt === 0 || !document.querySelector("p[lang=es]")) return;
    const since = answeredAt;
    answeredAt = 0;
    requestAnimationFrame(() => {
      vitals.visible = performance.now() - since;
    });
  };
  new MutationObserver(seen).observe(document, { childList: true, characterData: true, subtree: true });
}

async function translate(page) {
  await page
    .locator("textarea")
    .first()
    .pressSequentially("The committee will publish the final report next month. ", { delay: 20 });
  await page.locator("p[lang=es]").first().waitFor();
  await openPalette(page);
}

async function openPalette(page) {
  await page.locator("main").click({ position: { x: 5, y: 5 } });
  await page.keyboard.press("Control+KeyK");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.type("pro", { delay: 20 });
  await page.keyboard.press("Escape");
}

async function search(page) {
  await page.locator("main").getByRole("searchbox").pressSequentially("Benchmark", { delay: 20 });
  await openPalette(page);
}

async function openDialog(page, name) {
  await page.getByRole("button", { name }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await dialog.getByRole("textbox").first().pressSequentially("Benchmark", { delay: 20 });
  await page.keyboard.press("Escape");
}

async function edit(page) {
  for (let number = 1; number <= 5; number++) {
    await page.keyboard.type(`El comité publicará el informe ${number}.`, { delay: 15 });
    await page.keyboard.press("Control+Enter");
    await page.waitForTimeout(300);
  }
}

/** The id of a project with one document of many segments. */
async function longProject({ request }) {
  const headers = { Origin: server.url };
  const call = async (method, where, data) => {
    const answer = await request.fetch(`/api/v1${where}`, { method, headers, ...(data ? { data } : {}) });
    if (!answer.ok()) throw new Error(`${method} ${where} answered ${answer.status()}`);
    return answer.json();
  };
  const { id } = await call("POST", "/projects", {
    name: "Benchmark",
    sourceLanguage: "en",
    targetLanguages: ["es"],
    settings: { autoStart: false },
  });
  const lines = Array.from(
    { length: SEGMENTS },
    (_, i) => `The committee will publish the final report ${i} next month.`,
  );
  const { version } = await call("POST", `/projects/${id}/documents`, { name: "long.txt", content: lines.join("\n") });
  for (let state = "queued"; state !== "succeeded"; ) {
    if (state === "failed") throw new Error("The document could not be taken in.");
    await new Promise((resolve) => setTimeout(resolve, 300));
    state = (await call("GET", `/jobs/${version.jobId}`)).status;
  }
  return id;
}

/** Size, in kB compressed with gzip, of the JavaScript that Next and React alone load for any page of this build. */
function floorKb() {
  const built = path.join(root, ".next");
  const { rootMainFiles } = JSON.parse(readFileSync(path.join(built, "build-manifest.json"), "utf8"));
  return rootMainFiles.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(built, file))).length, 0) / 1000;
}

function check(where, what, value, limit, unit) {
  if (value > limit) failures.push(`${where}: ${what} ${round(value, 3)} ${unit}, limit ${limit} ${unit}`.trim());
}
