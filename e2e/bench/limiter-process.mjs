import { tsImport } from "tsx/esm/api";

/**
 * One server's share of a measurement of the limiter: asks for decisions on one key, `LANES` at a time, from a given
 * moment until `SECONDS` later. Prints, as JSON, how many it asked for and when each was admitted (milliseconds).
 */
const { KEY_HASH, WINDOW_SECONDS, SECONDS, LANES } = process.env;
const { closeDatabase } = await tsImport("../../db/client.ts", import.meta.url);
const { admitKey } = await tsImport("../../lib/identity/quota/limiter.ts", import.meta.url);
const hash = Buffer.from(KEY_HASH, "base64");

// The first decision is the database's, some time before its answer arrives here; only then is the account known to be
// leased, and each admission happens when it is recorded.
await admitKey(hash, true, Number(WINDOW_SECONDS));
process.stdout.write("ready\n");
await new Promise((resolve) => process.stdin.once("data", resolve));
const until = performance.now() + Number(SECONDS) * 1000;
const admitted = [];
let asked = 0;
const lane = async () => {
  while (performance.now() < until) {
    const decision = await admitKey(hash, true, Number(WINDOW_SECONDS));
    asked += 1;
    if (decision.admitted) admitted.push(performance.timeOrigin + performance.now());
    // Decisions without a round trip must not keep timers and sockets waiting.
    if (asked % 64 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
};
await Promise.all(Array.from({ length: Number(LANES) }, lane));
await closeDatabase();
process.stdout.write(JSON.stringify({ asked, admitted }), () => process.exit(0));
