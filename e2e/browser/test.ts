import { type Browser, type BrowserContext, test as base, type Page } from "@playwright/test";
import { encode } from "next-auth/jwt";
import { closeDatabase } from "@/db/client";
import { newPerson, type TestPerson } from "@/e2e/people";
import { Guard } from "./guard";
import { awaitHydration } from "./hydration";

export { expect, type Locator, type Page, type Route } from "@playwright/test";

type ContextOptions = Parameters<Browser["newContext"]>[0];

type Fixtures = {
  /** Fails the test for errors in any of its browsers. */
  readonly guard: Guard;
  /** Another browser with its own cookies: signed in if a person is given. */
  readonly open: (person?: TestPerson, options?: ContextOptions) => Promise<Page>;
  /** A new person with their own workspace. */
  readonly person: TestPerson;
  /** The signed-in page of `person`; nothing is opened yet. */
  readonly signedIn: Page;
};

export const test = base.extend<Fixtures, { readonly database: undefined }>({
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here which fixtures are wanted
    async ({}, use) => {
      await use(undefined);
      await closeDatabase();
    },
    { scope: "worker", auto: true },
  ],
  guard: [
    async ({ context }, use) => {
      const guard = new Guard();
      guard.watch(context);
      await use(guard);
      guard.check();
    },
    { auto: true },
  ],
  open: async ({ browser, baseURL, contextOptions, guard }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (person, options) => {
      const context = await browser.newContext({
        baseURL,
        locale: "en-GB",
        timezoneId: "UTC",
        ...contextOptions,
        ...options,
      });
      contexts.push(context);
      guard.watch(context);
      if (person) await signIn(context, person);
      const page = await context.newPage();
      return options?.javaScriptEnabled === false ? page : awaitHydration(page);
    });
    for (const context of contexts) await context.close();
  },
  page: async ({ page, javaScriptEnabled }, use) => use(javaScriptEnabled === false ? page : awaitHydration(page)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here which fixtures are wanted
  person: async ({}, use) => use(await newPerson({ tier: "pro" })),
  signedIn: async ({ page, person }, use) => {
    await signIn(page.context(), person);
    await use(page);
  },
});

/** Sets the cookie that signing in would set. */
export async function signIn(context: BrowserContext, { token }: Pick<TestPerson, "token">): Promise<void> {
  const value = await encode({ token: { sid: token }, secret: process.env.DRAGOMAN_SECRET! });
  const cookie = { name: "next-auth.session-token", value, httpOnly: true, sameSite: "Lax" as const };
  await context.addCookies([{ ...cookie, url: process.env.TEST_BASE_URL! }]);
}
