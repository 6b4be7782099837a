import { hash, verify } from "@node-rs/argon2";
import { unavailable } from "@/lib/base/errors";
import { perProcess } from "@/lib/base/singleton";

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const COST_IN_HASH = "$argon2id$v=19$m=19456,t=2,p=1$";

/** Hash of a random password that no one knows. Compared if there is no hash, so that the response takes as long. */
const DUMMY_HASH = "$argon2id$v=19$m=19456,t=2,p=1$R9Jyk8w9+IpGBe4Wt4BE7Q$zOARqqjq/B0Hyc2Db5siDWQJmO8UUXyNzdCFoXfdMhw";

/** Limit of concurrent hashes and of queued ones, so that a flood of sign-ins cannot use up memory and CPU. */
const CONCURRENCY = 2;
const MAX_QUEUED = 40;

type HashQueue = { running: number; readonly queue: (() => void)[] };
const hashQueue = perProcess("password-hashing", (): HashQueue => ({ running: 0, queue: [] }))();

/** Hashes a password with argon2id, in PHC format. Throws 503 if the queue is full. */
export function hashPassword(password: string): Promise<string> {
  return queued(() => hash(canonical(password), COST));
}

/**
 * Whether the password matches the hash. `null`, for an unknown address or a person without a password, takes the same
 * time. Throws 503 if the queue is full.
 */
export function verifyPassword(kept: string | null, password: string): Promise<boolean> {
  return queued(async () => {
    const same = await verify(kept ?? DUMMY_HASH, canonical(password));
    return same && kept !== null;
  });
}

/** True if the hash was made with outdated cost parameters and must be renewed at the next sign-in. */
export function isOutdatedHash(kept: string): boolean {
  return !kept.startsWith(COST_IN_HASH);
}

/** Unicode-normalised, so that a password typed on different systems gives the same hash (NIST SP 800-63B, 3.1.1.2). */
function canonical(password: string): string {
  return password.normalize("NFKC");
}

async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (hashQueue.running >= CONCURRENCY) {
    if (hashQueue.queue.length >= MAX_QUEUED)
      throw unavailable("overloaded", "Too many sign-ins at the moment. Try again in a few seconds.", 3);
    await new Promise<void>((go) => hashQueue.queue.push(go));
  } else hashQueue.running += 1;
  try {
    return await work();
  } finally {
    const next = hashQueue.queue.shift();
    if (next) next();
    else hashQueue.running -= 1;
  }
}
