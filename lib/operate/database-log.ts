import type { DatabaseState } from "@/db/watch";
import { log } from "@/lib/base/log";

/** One line when a cause begins and one when it ends, instead of one for each statement that fails by it. */
const MESSAGES = {
  loop: ["this process gets too little processor time", "this process gets enough processor time again"],
  connections: ["new connections to the database are slow", "new connections to the database are fast again"],
  statements: ["the database answers slowly", "the database responds in time again"],
  gone: ["the database does not respond; requests get 503 until it does", "the database answers again"],
} as const;

export function logDatabase(state: DatabaseState, before: DatabaseState): void {
  if (before !== null && (state === null || before.cause === "gone")) log.info(MESSAGES[before.cause][1]);
  if (state === null) return;
  log[state.cause === "gone" ? "error" : "warn"]({ refused: state.refused }, MESSAGES[state.cause][0]);
}
