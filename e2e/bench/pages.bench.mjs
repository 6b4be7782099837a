import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { root } from "../../lib/launch/run.mjs";
import { startTestServer } from "../server.mjs";
import { median, round, table } from "./measure.mjs";

/**
 * The dashboard in a real browser on the production build: Web Vitals of each page (https://web.dev/articles/vitals)
 * and the first-load JavaScript of the translate page in addition to that of Next and React.
 */
const SEGMENTS = Number(process.env.BENCH_SEGMENTS ?? 10_000);
/** Loads per page, whose median is reported, after one that warms up the server. */
const LOADS = 3;
/** Limits of the dashboard. */
const MAX_LCP_MS = 1_500;
const MAX_INP_MS = 100;
const MAX_CLS = 0.05;
const MAX_OVER_FLOOR_KB = 60;

/** Each page with an interaction; `{project}` is a project with one long document. */
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

const server = await startTestServer({ durable: true, env: { MODELS_OFFLINE: "true" } });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH || "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
try {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 800 } });
  await signUp(await context.newPage());
  const project = await longProject(context);
  const rows = [];
  for (const { path: where, act } of PAGES) {
    const vitals = await measure(context, where.replace("{project}", project), act);
    const { lcp, inp, cls, scriptKb } = vitals;
    rows.push([where.replace("{project}", "…"), round(lcp), round(inp), round(cls, 3), round(scriptKb, 1)]);
    claim(vitals.lcp <= MAX_LCP_MS, `${where}: the largest part is painted after ${MAX_LCP_MS} ms.`);
    claim(vitals.inp <= MAX_INP_MS, `${where}: an interaction took more than ${MAX_INP_MS} ms to be seen.`);
    claim(vitals.cls <= MAX_CLS, `${where}: what is in sight moves by more than ${MAX_CLS}.`);
    if (where === "/") {
      const over = vitals.scriptKb - floorKb();
      console.log(
        `\nThe translate page loads ${round(over, 1)} kB of JavaScript over the floor of ${round(floorKb(), 1)} kB.\n`,
      );
      claim(over <= MAX_OVER_FLOOR_KB, `The translate page loads more than ${MAX_OVER_FLOOR_KB} kB over the floor.`);
    }
  }
  console.log(table(["page", "LCP ms", "INP ms", "CLS", "scripts kB, gzip"], rows));
} finally {
  await browser.close();
  await server.stop();
}

async function measure(context, where, act) {
  await visit(context, where, act);
  const visits = [];
  for (let i = 0; i < LOADS; i++) visits.push(await visit(context, where, act));
  return Object.fromEntries(Object.keys(visits[0]).map((name) => [name, median(visits.map((one) => one[name]))]));
}

/** Loads a page, interacts with it, and reads the browser's measurements. INP is the slowest interaction. */
async function visit(context, where, act) {
  const page = await context.newPage();
  await page.addInitScript(observe);
  const scripts = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.body());
  });
  await page.goto(where, { waitUntil: "networkidle" });
  const loaded = (await Promise.all(scripts)).reduce((sum, body) => sum + gzipSync(body).length, 0);
  // Interactions end the measurement of LCP, and shifts within half a second of one do not count.
  const { lcp } = await page.evaluate(() => window.vitals);
  await act(page);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));
  const { inp, cls } = await page.evaluate(() => window.vitals);
  await page.close();
  return { lcp, inp, cls, scriptKb: loaded / 1000 };
}

/** Runs in the page before its own scripts. */
function observe() {
  const vitals = { lcp: 0, inp: 0, cls: 0 };
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
    if (interactionId) vitals.inp = Math.max(vitals.inp, duration);
  };
  watch("event", note, { durationThreshold: 16 });
  watch("first-input", note);
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

async function signUp(page) {
  await page.goto("/sign-up");
  await page.locator("input[name=name]").fill("Ada");
  await page.locator("input[name=email]").fill("bench@example.org");
  await page.locator("input[name=password]").fill("quartz-heron-77-lantern");
  await page.locator("form button[type=submit]").click();
  await page.locator("textarea").first().waitFor();
  await page.close();
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

/** Size of what Next and React alone load for any page of this build, in kB, gzip. */
function floorKb() {
  const built = path.join(root, ".next");
  const { rootMainFiles } = JSON.parse(readFileSync(path.join(built, "build-manifest.json"), "utf8"));
  return rootMainFiles.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(built, file))).length, 0) / 1000;
}

function claim(holds, message) {
  if (holds) return;
  console.error(`FAILED: ${message}`);
  process.exitCode = 1;
}
