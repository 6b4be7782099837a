import postgres from "postgres";
import { round, table } from "./measure.mjs";
import { openSignedIn } from "./signed-in.mjs";

/**
 * Measures scrolling through the editor's longest list in a real browser on the production build, at full CPU speed:
 * how long each way of scrolling blocks the page, and the longest time between two frames.
 */
const SEGMENTS = Number(process.env.BENCH_SCROLLED_SEGMENTS ?? 100_000);
/** Limit from which browsers report a long task, which people notice. */
const MAX_TASK_MS = 50;

const { server, browser, context } = await openSignedIn();
try {
  const scrolled = await scrollLongList(context, server);
  console.log(`\nScrolling ${SEGMENTS} segments.\n`);
  const rows = scrolled.map(([name, task, frame]) => [name, round(task), round(frame)]);
  console.log(table(["", "longest task ms", "longest frame ms"], rows));
  for (const [name, task] of scrolled) {
    if (task <= MAX_TASK_MS) continue;
    console.error(`FAILED: ${name}: longest task ${round(task)} ms, limit ${MAX_TASK_MS} ms`);
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  await server.stop();
}

/**
 * Scrolls through the list in several ways. Returns the longest task and the longest frame of each, in milliseconds.
 */
async function scrollLongList(context, server) {
  const project = await longestProject(context, server);
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.blocked = { task: 0, frame: 0 };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.blocked.task = Math.max(window.blocked.task, duration);
    }).observe({ type: "longtask" });
    let last = 0;
    const tick = (now) => {
      if (last > 0) window.blocked.frame = Math.max(window.blocked.frame, now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await page.goto(`/projects/${project}/edit/es`);
  const list = page.getByRole("region", { name: "Segments" });
  await list.locator(`li[aria-setsize="${SEGMENTS}"]`).first().waitFor();
  await list.focus();
  await list.hover();
  const press = (key, times) => async () => {
    for (let i = 0; i < times; i++) {
      await page.keyboard.press(key);
      await page.waitForTimeout(50);
    }
  };
  const ways = {
    wheel: async () => {
      for (let i = 0; i < 60; i++) {
        await page.mouse.wheel(0, 400);
        await page.waitForTimeout(16);
      }
    },
    PageDown: press("PageDown", 20),
    "drag to the middle": async () => {
      for (let part = 1; part <= 50; part++) {
        await list.evaluate((element, share) => element.scrollTo({ top: element.scrollHeight * share }), part / 100);
        await page.waitForTimeout(16);
      }
    },
    PageUp: press("PageUp", 20),
    End: press("End", 1),
    Home: press("Home", 1),
  };
  const measured = [];
  for (const [name, scroll] of Object.entries(ways)) {
    await page.waitForTimeout(500);
    await page.evaluate(() => Object.assign(window.blocked, { task: 0, frame: 0 }));
    await scroll();
    await page.waitForTimeout(500);
    const { task, frame } = await page.evaluate(() => window.blocked);
    measured.push([name, task, frame]);
  }
  await page.close();
  return measured;
}

/**
 * The id of a project with as many segments as an editor lists at most, which are written directly into the database.
 */
async function longestProject({ request }, server) {
  const answer = await request.post("/api/v1/projects", {
    headers: { Origin: server.url },
    data: {
      name: "Longest",
      sourceLanguage: "en",
      targetLanguages: ["es"],
      workflow: "human",
      settings: { autoStart: false },
    },
  });
  const { id } = await answer.json();
  const documentId = `doc_${"3".padStart(26, "0")}`;
  const sql = postgres(server.databaseUrl, { max: 1, onnotice: () => {}, connection: { statement_timeout: 0 } });
  await sql`
    insert into documents (id, account_id, project_id, path, format, current_version)
    select ${documentId}, account_id, id, 'strings.json', 'json', 1 from projects where id = ${id}`;
  // Texts of one to three lines, so that every row's height differs from the estimate.
  await sql`
    insert into segments (id, account_id, project_id, document_id, key, position, source, source_hash, context_hash,
                          word_count, char_count)
    select 'seg_' || lpad(n::text, 26, '0'), account_id, project_id, id, 'key' || n, n,
           repeat('The committee will publish the final report next month. ', 1 + n % 5) || n, md5('source' || n),
           md5('key' || n), 13, 80
      from documents, generate_series(0, ${SEGMENTS - 1}::int) n where id = ${documentId}`;
  await sql`
    insert into translations (segment_id, language, account_id, project_id, document_id, text, state, origin, revision)
    select id, 'es', account_id, project_id, document_id, source, 'draft', 'human', 1
      from segments where document_id = ${documentId}`;
  await sql`analyze`;
  await sql.end();
  return id;
}
