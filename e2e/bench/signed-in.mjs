import { chromium } from "playwright/test";
import { startTestServer } from "../server.mjs";

/** A built server with a durable database, and a browser in which the server's first person is signed in. */
export async function openSignedIn() {
  const server = await startTestServer({ durable: true, env: { MODELS_OFFLINE: "true" } });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto("/sign-up");
  await page.locator("input[name=name]").fill("Ada");
  await page.locator("input[name=email]").fill("bench@example.org");
  await page.locator("input[name=password]").fill("quartz-heron-77-lantern");
  await page.locator("form button[type=submit]").click();
  await page.locator("textarea").first().waitFor();
  await page.close();
  return { server, browser, context };
}
