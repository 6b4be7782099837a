import type { DatabaseState } from "@/db/watch";
import { log } from "@/lib/base/log";

const MESSAGES = {
  loop: "this process gets too little processor time",
  connections: "new connections to the database are slow",
  statements: "the database answers slowly",
  gone: "the database does not answer; requests get 503 until it does",
} as const;

/** One line for each change, instead of one for each statement that fails by it. */
export function logDatabase(state: DatabaseState): void {
  if (state === null) log.info("the database answers again");
  else log[state.cause === "gone" ? "error" : "warn"]({ refused: state.refused }, MESSAGES[state.cause]);
}
