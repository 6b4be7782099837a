import { startTestServer } from "@/e2e/server.mjs";

/**
 * One server with its own database for all browser tests. Runs before the test processes, which inherit the settings.
 */
export default async function setup(): Promise<() => Promise<void>> {
  // The server contacts no remote servers.
  const server = await startTestServer({ env: { MODELS_OFFLINE: "true", PUBLIC_TRANSLATOR: "true" } });
  process.env.TEST_BASE_URL = server.url;
  process.env.DATABASE_URL = server.databaseUrl;
  process.env.DRAGOMAN_SECRET = server.secret;
  return () => server.stop();
}
