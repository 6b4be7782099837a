import type { DatabaseState } from "@/db/watch";
import { log } from "@/lib/base/log";

const MESSAGES = {
  loop: "this process gets too little processor time",
  connections: "new connections to the database are slow",
  statements: "the database answers slowly",
  gone: "the database does not answer; requests get 503 until it does",
} as const;

const ENDINGS = {
  loop: "this process gets enough processor time again",
  connections: "new connections to the database are fast again",
  statements: "the database answers in time again",
  gone: "the database answers again",
} as const;

/** One line for each change, instead of one for each statement that fails by it. */
export function logDatabase(state: DatabaseState, before: DatabaseState): void {
  if (before !== null && (state === null || before.cause === "gone")) log.info(ENDINGS[before.cause]);
  if (state !== null) log[state.cause === "gone" ? "error" : "warn"]({ refused: state.refused }, MESSAGES[state.cause]);
}
