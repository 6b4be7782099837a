import pino from "pino";
import { env } from "./env";

/**
 * Structured logs. Never text, keys or file names: what is logged are ids, codes, counts and durations, and
 * errors pass through {@link describeError}.
 */
export const log = pino(
  {
    level: env().LOG_LEVEL,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  },
  output(),
);

/** Lines go out several at once, a fifth of a second late at most: a write for each would cost a request as much as its checks. */
function output(): pino.DestinationStream {
  const stream = pino.destination({ minLength: 4096, periodicFlush: 200, sync: true });
  process.once("exit", () => stream.flushSync());
  return stream;
}

/** An error as it may be logged: its kind, code and where it was thrown, but not the message, which can quote input. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
  const code = (error as { code?: unknown }).code;
  return {
    error: error.name,
    ...(typeof code === "string" ? { code } : {}),
    at: frames.slice(0, 8).map((line) => line.trim()),
    ...(error.cause ? { cause: describeError(error.cause) } : {}),
  };
}
