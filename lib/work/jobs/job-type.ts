import type { z } from "zod";

export type Payload = Readonly<Record<string, unknown>>;

/** Name of a job type in the queue, and its stored payload. */
export type JobType<P extends Payload> = {
  readonly name: string;
  readonly payload: z.ZodType<P>;
  /** See `NewJob` in ./queue.ts. */
  readonly cost: number;
};

/**
 * Declares a job type next to the code that queues it. The schema must also accept payloads of earlier releases, so new
 * fields are optional. `cost` is the default.
 */
export function jobType<P extends Payload>(name: string, payload: z.ZodType<P>, cost = 0): JobType<P> {
  return { name, payload, cost };
}
