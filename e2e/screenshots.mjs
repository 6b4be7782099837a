import path from "node:path";
import { chromium } from "playwright/test";
import { root } from "../lib/operate/launch/run.mjs";
import { startTestServer } from "./server.mjs";

/**
 * `npm run screenshots`: takes the README's pictures, light and dark, into `.github/`. The script fills a workspace,
 * with a colleague in the editor. Uses Spanish to Catalan, which Apertium translates well. Requires the built
 * application.
 */
const FOLDER = path.join(root, ".github");
const VIEWPORT = { width: 1280, height: 760 };

const TEXTS = {
  "home.title": "Alquila una bicicleta en dos minutos",
  "home.text": "Elige una estación, escanea el código de la bicicleta y empieza a pedalear.",
  "home.nearby": "La estación más cercana está a 200 metros.",
  "trip.start": "Empezar el viaje",
  "trip.end": "Terminar el viaje",
  "trip.summary": "Has recorrido {distance} kilómetros en {minutes} minutos.",
  "trip.return": "Devuelve la bicicleta en cualquier estación de la ciudad.",
  "trip.late": "El viaje ha durado más de media hora, por eso cuesta un poco más.",
  "account.title": "Mi cuenta",
  "account.card": "Añade una tarjeta para pagar tus viajes.",
  "account.invoice": "Hemos enviado la factura a tu dirección de correo.",
  "help.lost": "Si has perdido algo, escribe a nuestro equipo de atención al cliente.",
  "help.flat": "La rueda está pinchada. Deja la bicicleta en la estación y avísanos.",
};
const REVIEWED = 4;
/** Index of the segment that the colleague has open. */
const COLLEAGUE = 6;
const COMMENTED = 1;
const COMMENT = "¿«Pedalear» o «ir en bici»? En la web decimos lo segundo.";
const PASSWORD = "quartz-heron-77-lantern";

const server = await startTestServer({ env: { MODELS_OFFLINE: "true" } });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH || "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
try {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: VIEWPORT,
    locale: "en",
    reducedMotion: "reduce",
  });
  const first = await context.newPage();
  await first.goto("/sign-up");
  await signUp(first, "Marta Soler", "marta@example.org");
  // A new tab, because the first one keeps the languages with which it was opened.
  const page = await context.newPage();
  const project = await fillWorkspace(context.request);
  const colleague = await joinAs(context.request, "Jordi Pons", "jordi@example.org");
  await colleague.goto(`/projects/${project}/edit/ca`);
  await field(colleague).focus();
  for (let i = 0; i < COLLEAGUE; i++) await colleague.keyboard.press("Alt+ArrowDown");
  for (const theme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(`/projects/${project}/edit/ca`);
    await field(page).waitFor();
    // The matches appear last. The page's network is never idle, because a stream is open.
    await page
      .getByRole("button", { name: /^Insert/ })
      .first()
      .waitFor();
    await page.getByText("JP", { exact: true }).first().waitFor();
    await take(page, "editor", theme);
  }
} finally {
  await browser.close();
  await server.stop();
}

async function take(page, name, theme) {
  const file = path.join(FOLDER, `${name}-${theme}.png`);
  await page.screenshot({ path: file, animations: "disabled", caret: "hide" });
  console.log(path.relative(root, file));
}

/** Fills in the form of a new account, then closes the page. */
async function signUp(page, name, email) {
  await page.locator("input[name=name]").fill(name);
  if (await page.locator("input[name=email]").isEditable()) await page.locator("input[name=email]").fill(email);
  await page.locator("input[name=password]").fill(PASSWORD);
  await page.locator("form button[type=submit]").click();
  await page.locator("main").waitFor();
  await page.waitForURL((url) => !/sign-up|invitation/.test(url.pathname));
  await page.context().addCookies([{ name: "pair", value: "es.ca", url: server.url }]);
  await page.close();
}

/** A page in which a person who was invited to the workspace is signed in. */
async function joinAs(request, name, email) {
  const { link } = await caller(request)("POST", "/account/invitations", { email, role: "reviewer" });
  const context = await browser.newContext({ baseURL: server.url, viewport: VIEWPORT, locale: "en" });
  const page = await context.newPage();
  await page.goto(link.replace(/^https?:\/\/[^/]+/, ""));
  await signUp(page, name, email);
  return context.newPage();
}

/** The input field of the open segment. */
function field(page) {
  return page.locator("main [role=textbox][lang=ca], main textarea[lang=ca]").first();
}

/**
 * Creates a project with machine translations, of which some are reviewed, and a glossary. Returns the project's id.
 */
async function fillWorkspace(request) {
  const call = caller(request);
  const { id: glossaryId } = await call("POST", "/glossaries", { name: "Bicis", sourceLanguage: "es" });
  for (const [source, text] of [
    ["estación", "estació"],
    ["bicicleta", "bicicleta"],
  ])
    await call("POST", `/glossaries/${glossaryId}/terms`, { source, targets: [{ language: "ca", text }] });
  const { id } = await call("POST", "/projects", {
    name: "Bicis app",
    sourceLanguage: "es",
    targetLanguages: ["ca", "fr"],
    workflow: "mt_review",
  });
  await call("PUT", `/projects/${id}/glossaries`, { glossaries: [{ glossaryId }] });
  const segments = Object.entries(TEXTS).map(([key, source]) => ({ key, source }));
  await call("POST", `/projects/${id}/documents`, { name: "app.json", segments });
  const drafts = async (language) => (await call("GET", `/projects/${id}/segments?language=${language}`)).segments;
  for (const language of ["ca", "fr"])
    while (!isDrafted(await drafts(language))) await new Promise((resolve) => setTimeout(resolve, 500));
  for (const { id: segmentId, translation } of (await drafts("ca")).slice(0, REVIEWED))
    await call("PATCH", `/segments/${segmentId}/translations/ca`, { state: "reviewed" }, translation.revision);
  const all = (await drafts("ca")).map(({ id: segmentId }) => segmentId);
  await call("POST", `/projects/${id}/comments`, { segmentId: all[COMMENTED], body: COMMENT, language: "ca" });
  return id;
}

function isDrafted(segments) {
  return segments.length === Object.keys(TEXTS).length && segments.every(({ translation }) => translation?.text);
}

function caller(request) {
  return async (method, where, data, revision) => {
    const headers = { Origin: server.url, ...(revision === undefined ? {} : { "If-Match": `"${revision}"` }) };
    const response = await request.fetch(`/api/v1${where}`, { method, headers, ...(data ? { data } : {}) });
    if (!response.ok()) throw new Error(`${method} ${where}: ${response.status()} ${await response.text()}`);
    return response.json();
  };
}
