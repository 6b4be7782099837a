import { encode } from "next-auth/jwt";
import { type Browser, type BrowserContext, test as base, type Page } from "playwright/test";
import { closeDatabase } from "@/db/client";
import { newPerson, type TestPerson } from "@/e2e/people";
import { Guard } from "./guard";
import { awaitHydration } from "./hydration";
import { type Api, apiOf } from "./project-data";
import { WarmContexts } from "./warm-contexts";

export { expect, type Locator, type Page, type Route } from "playwright/test";

/**
 * Options of every browser context, unless its test overrides them. Without reduced motion, the CPU would paint
 * animations frame by frame.
 */
const DEFAULTS = {
  locale: "en-GB",
  timezoneId: "UTC",
  viewport: { width: 1280, height: 800 },
  reducedMotion: "reduce",
} as const;

type ContextOptions = Parameters<Browser["newContext"]>[0];

type Fixtures = {
  /** Fails the test for errors in any of its browsers. */
  readonly guard: Guard;
  /** Another browser with its own cookies: signed in if a person is given. */
  readonly open: (person?: TestPerson, options?: ContextOptions) => Promise<Page>;
  /** A new person with their own workspace. */
  readonly person: TestPerson;
  /** A page in which `person` is signed in; it is empty at first. */
  readonly signedIn: Page;
  /** Calls the API with a key of `person`. */
  readonly api: Api;
};

type WorkerFixtures = { readonly database: undefined; readonly contexts: WarmContexts };

export const test = base.extend<Fixtures, WorkerFixtures>({
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here which fixtures are wanted
    async ({}, use) => {
      await use(undefined);
      await closeDatabase();
    },
    { scope: "worker", auto: true },
  ],
  contexts: [
    async ({ browser }, use) => {
      const contexts = new WarmContexts(browser);
      await use(contexts);
      await contexts.close();
    },
    { scope: "worker" },
  ],
  context: async ({ contexts, contextOptions, baseURL }, use) => {
    const context = await contexts.acquire({ ...DEFAULTS, baseURL, ...contextOptions });
    await use(context);
    await contexts.release(context);
  },
  guard: [
    async ({ context }, use) => {
      const guard = new Guard();
      guard.watch(context);
      await use(guard);
      guard.check();
    },
    { auto: true },
  ],
  open: async ({ contexts, baseURL, contextOptions, guard }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (person, options) => {
      const context = await contexts.acquire({ ...DEFAULTS, baseURL, ...contextOptions, ...options });
      opened.push(context);
      guard.watch(context);
      if (person) await signIn(context, person);
      const page = await context.newPage();
      return options?.javaScriptEnabled === false ? page : awaitHydration(page);
    });
    for (const context of opened) await contexts.release(context);
  },
  page: async ({ page, javaScriptEnabled }, use) => use(javaScriptEnabled === false ? page : awaitHydration(page)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here which fixtures are wanted
  person: async ({}, use) => use(await newPerson({ tier: "pro" })),
  signedIn: async ({ page, person }, use) => {
    await signIn(page.context(), person);
    await use(page);
  },
  api: async ({ person, baseURL }, use) => use(await apiOf(person, baseURL!)),
});

/** Sets the cookie that a sign-in would set. */
export async function signIn(context: BrowserContext, { token }: Pick<TestPerson, "token">): Promise<void> {
  const value = await encode({ token: { sid: token }, secret: process.env.DRAGOMAN_SECRET! });
  const cookie = { name: "next-auth.session-token", value, httpOnly: true, sameSite: "Lax" as const };
  await context.addCookies([{ ...cookie, url: process.env.TEST_BASE_URL! }]);
}
