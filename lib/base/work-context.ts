import { AsyncLocalStorage } from "node:async_hooks";
import { perProcess } from "./singleton";

/** What the running work, a request or a job, belongs to. */
export type WorkContext = {
  /** Servers that it has passed before this one. */
  readonly hops?: readonly string[];
  /** The account that it is done for, once that is known. */
  readonly owner?: () => string | undefined;
  /** Collects its use of characters, files and engines. */
  readonly usage?: object;
};

/** A single storage, because on Node 20 each AsyncLocalStorage slows down every asynchronous step. */
const storage = perProcess("work-context", () => new AsyncLocalStorage<WorkContext>());

/** Runs work with additional context. */
export function inContext<T>(more: WorkContext, work: () => T): T {
  return storage().run({ ...workContext(), ...more }, work);
}

/** Empty outside of requests and jobs. */
export function workContext(): WorkContext {
  return storage().getStore() ?? {};
}
