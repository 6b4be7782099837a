import { tsImport } from "tsx/esm/api";

/**
 * One server in a measurement of the limiter: requests decisions on one key, `LANES` at a time, from a given moment on
 * for `SECONDS`. Prints, as JSON, the number of requests and the times of admissions (milliseconds).
 */
const { KEY_HASH, WINDOW_SECONDS, SECONDS, LANES } = process.env;
const { closeDatabase } = await tsImport("../../db/client.ts", import.meta.url);
const { admitKey } = await tsImport("../../lib/identity/quota/limiter.ts", import.meta.url);
const hash = Buffer.from(KEY_HASH, "base64");

// The database makes the first decision some time before the answer arrives here. After it the account is known to be
// leased, and each later admission happens when it is recorded.
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
    // Lets timers and sockets run, which decisions without a round trip would block.
    if (asked % 64 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
};
await Promise.all(Array.from({ length: Number(LANES) }, lane));
await closeDatabase();
process.stdout.write(JSON.stringify({ asked, admitted }), () => process.exit(0));
