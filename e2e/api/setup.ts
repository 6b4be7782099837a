import { startTestServer } from "@/e2e/server.mjs";

/** One server with a database of its own for all API tests. */
export default async function setup(): Promise<() => Promise<void>> {
  // Each test file calls from an address of its own, so that none meets the throttle that another has set off.
  // Nothing is asked of servers elsewhere.
  const server = await startTestServer({ env: { TRUSTED_PROXIES: "127.0.0.1", MODELS_OFFLINE: "true" } });
  process.env.TEST_BASE_URL = server.url;
  process.env.DATABASE_URL = server.databaseUrl;
  process.env.DRAGOMAN_SECRET = server.secret;
  return () => server.stop();
}
