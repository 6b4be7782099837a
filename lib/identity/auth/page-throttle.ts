import { admitSubject } from "@/lib/identity/quota/limiter";
import { tooMany } from "./authenticate";
import type { IncomingRequest } from "./client-address";
import { clientNetwork } from "./client-address";

/** Hourly limits per network for unauthenticated requests that create rows, send mail or use engines. */
const PER_HOUR = {
  sign_up: 60,
  password_reset: 30,
  link: 120,
  try: 30,
  device_login: 60,
  device_poll: 3_000,
} as const;

/** Counts one unauthenticated request. Throws 429. */
export async function throttlePage(request: IncomingRequest, kind: keyof typeof PER_HOUR): Promise<void> {
  const use = await admitSubject(`${kind}:${clientNetwork(request)}`, PER_HOUR[kind], 3600);
  if (!use.admitted) throw tooMany("none", PER_HOUR[kind], 3600, use.retryAfterSeconds);
}
