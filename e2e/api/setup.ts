import { startTestServer } from "@/e2e/server.mjs";
import { sharedSetup } from "@/e2e/shared-setup";

/** One server with its own database for all API tests. */
export default sharedSetup("api", start, (server) => server.stop());

async function start() {
  // Each test file uses its own client address, so that throttles count each separately. The server contacts no remote
  // servers.
  const server = await startTestServer({ env: { TRUSTED_PROXIES: "127.0.0.1", MODELS_OFFLINE: "true" } });
  process.env.TEST_BASE_URL = server.url;
  process.env.DATABASE_URL = server.databaseUrl;
  process.env.DRAGOMAN_SECRET = server.secret;
  return server;
}
