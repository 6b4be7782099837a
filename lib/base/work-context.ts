import { AsyncLocalStorage } from "node:async_hooks";
import { perProcess } from "./singleton";

/** Context of the current request or job. */
export type WorkContext = {
  /** Servers that the work passed before this one. */
  readonly hops?: readonly string[];
  /** The account for which the work is done, once known. */
  readonly owner?: () => string | undefined;
  /** Object that collects the work's use of characters, files and engines. */
  readonly usage?: object;
};

/** One shared storage, because on Node 20 each AsyncLocalStorage slows down every asynchronous step. */
const storage = perProcess("work-context", () => new AsyncLocalStorage<WorkContext>());

/** Runs work with additional context. */
export function inContext<T>(more: WorkContext, work: () => T): T {
  return storage().run({ ...workContext(), ...more }, work);
}

/** The context of the current work; empty outside of requests and jobs. */
export function workContext(): WorkContext {
  return storage().getStore() ?? {};
}
