import type { Browser, BrowserContext, BrowserContextOptions } from "playwright/test";

/** Storage of a page's origin that is cleared besides cookies. The cache of scripts is kept. */
const STORED = "local_storage,indexeddb,service_workers,cache_storage";

/** Events to which tests add listeners. Other listeners are Playwright's own. */
const LISTENED = ["console", "weberror", "request", "requestfailed", "response"] as const;

/**
 * Browser contexts that tests of one worker use one after another. Only the HTTP cache is kept between tests, so that
 * scripts are not loaded and compiled again for every test.
 */
export class WarmContexts {
  readonly #idle = new Map<string, BrowserContext[]>();
  readonly #keys = new Map<BrowserContext, string>();
  readonly #origins = new Map<BrowserContext, Set<string>>();

  constructor(private readonly browser: Browser) {}

  async acquire(options: BrowserContextOptions): Promise<BrowserContext> {
    const key = JSON.stringify(options);
    const context = this.#idle.get(key)?.pop() ?? (await this.browser.newContext(options));
    this.#keys.set(context, key);
    const origins = new Set<string>();
    this.#origins.set(context, origins);
    context.on("response", (response) => origins.add(new URL(response.url()).origin));
    return context;
  }

  /** Clears what the test has stored. Drops a context that its test has closed. */
  async release(context: BrowserContext): Promise<void> {
    try {
      const blank = await context.newPage();
      for (const page of context.pages()) if (page !== blank) await page.close();
      for (const event of LISTENED) context.removeAllListeners(event);
      await context.unrouteAll({ behavior: "ignoreErrors" });
      await context.setOffline(false);
      await context.clearPermissions();
      await context.clearCookies();
      const session = await context.newCDPSession(blank);
      for (const origin of this.#origins.get(context) ?? [])
        if (origin.startsWith("http"))
          await session.send("Storage.clearDataForOrigin", { origin, storageTypes: STORED });
      await blank.close();
    } catch {
      await context.close().catch(() => {});
      return;
    }
    const key = this.#keys.get(context)!;
    this.#idle.set(key, [...(this.#idle.get(key) ?? []), context]);
  }

  async close(): Promise<void> {
    for (const context of [...this.#idle.values()].flat()) await context.close();
  }
}
