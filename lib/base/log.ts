import pino from "pino";
import { env } from "./env";

/**
 * Structured logs: ids, codes, counts and durations, never text, keys or file names. Errors pass through {@link
 * describeError}.
 */
export const log = pino(
  {
    level: env().LOG_LEVEL,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    hooks: {
      logMethod(args, method) {
        if (!isConsequence(args[0])) method.apply(this, args);
      },
    },
  },
  output(),
);

/** Whether a described error only says that a connection to the database was lost, which one line says for all tasks. */
export function isConsequence(fields: unknown): boolean {
  let isOfDatabase = false;
  for (let part = fields; part && typeof part === "object"; part = (part as { cause?: unknown }).cause) {
    const { code, at } = part as { readonly code?: unknown; readonly at?: unknown };
    if (/^CONNECTION_(?:CLOSED|DESTROYED|ENDED)$/.test(String(code))) return true;
    isOfDatabase ||= /\/(?:postgres\/src|drizzle-orm)\//.test(String(at));
    if (isOfDatabase && /^(?:ECONN|EPIPE|57P)/.test(String(code))) return true;
  }
  return false;
}

/**
 * Lines are written in batches, at most 0.2 s late: one write per line would cost as much as all checks of a request.
 */
function output(): pino.DestinationStream {
  const stream = pino.destination({ minLength: 4096, periodicFlush: 200, sync: true });
  process.once("exit", () => stream.flushSync());
  return env().LOG_FORMAT === "text" ? { write: (line) => stream.write(textLine(line)) } : stream;
}

/** A log line for people: time, level, message, then the other fields. */
export function textLine(line: string): string {
  const { level, time, msg, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const shown = Object.entries(fields).map(([name, value]) => `${name}=${textOf(value)}`);
  return `${[time, String(level).toUpperCase().padEnd(5), ...(msg ? [msg] : []), ...shown].join(" ")}\n`;
}

function textOf(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /^[^\s"=]+$/.test(text) ? text : JSON.stringify(text);
}

/** An error without its message, which may quote input: kind, code and where it was thrown. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
  const code = (error as { code?: unknown }).code;
  return {
    error: error.name,
    ...(typeof code === "string" ? { code } : {}),
    ...(typeof code === "string" && code.endsWith("MODULE_NOT_FOUND") ? { missing: missingIn(error.message) } : {}),
    at: frames.slice(0, 8).map((line) => line.trim()),
    ...(error.cause ? { cause: describeError(error.cause) } : {}),
  };
}

/** The file or package that Node could not find, which shows what a broken installation lacks. */
function missingIn(message: string): string | undefined {
  return /'([^']+)'/.exec(message)?.[1];
}
