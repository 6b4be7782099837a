import { perProcess } from "@/lib/base/singleton";

/** Ids, names from the code, counts and error codes; never text, keys or user input. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export type SpanOptions = {
  readonly kind?: "server" | "client" | "consumer";
  readonly attributes?: SpanAttributes;
  /** W3C `traceparent` of the caller, which the span continues. */
  readonly parent?: string | null;
  /** W3C `traceparent` of the cause. The span starts a new trace that links to it. */
  readonly link?: string | null;
};

/** One measured piece of work, until it ends. */
export type OpenSpan = {
  readonly traceId: string;
  readonly traceparent: string;
  set(attributes: SpanAttributes): void;
  /** Ends the span, once. `fault` is the kind of error if the work failed. */
  end(fault?: string): void;
};

export interface Tracer {
  start(name: string, options: SpanOptions): OpenSpan;
  /** The open span that the current code belongs to. */
  active(): OpenSpan | undefined;
  /** Runs work whose spans become children of this span. */
  within<T>(span: OpenSpan, work: () => T): T;
  /** Sends the remaining spans. */
  stop(): Promise<void>;
}

/** Null unless tracing is on: without an endpoint, no package is loaded and no span is created. */
export const currentTracer = perProcess<Tracer | null>("tracer", () => null);

/** Runs work in a span. `isFault` decides which errors mark it as failed; by default all do. */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan | null) => Promise<T>,
  isFault: (thrown: unknown) => boolean = () => true,
): Promise<T> {
  const tracer = currentTracer();
  if (!tracer) return work(null);
  const span = tracer.start(name, options);
  try {
    const result = await tracer.within(span, () => work(span));
    span.end();
    return result;
  } catch (thrown) {
    span.end(isFault(thrown) ? faultName(thrown) : undefined);
    throw thrown;
  }
}

/**
 * Starts the span of one database statement. Null outside of a request or job: statements that poll for work would fill
 * the collector.
 */
export function startStatement(statement: string): OpenSpan | null {
  const tracer = currentTracer();
  if (!tracer?.active()) return null;
  const { operation, table } = summaryOf(statement);
  const summary = table ? `${operation} ${table}` : operation;
  return tracer.start(summary, {
    kind: "client",
    attributes: {
      "db.system.name": "postgresql",
      "db.operation.name": operation,
      "db.query.summary": summary,
      ...(table ? { "db.collection.name": table } : {}),
    },
  });
}

/** The active span as a W3C `traceparent`; null without one. */
export function activeTraceparent(): string | null {
  return currentTracer()?.active()?.traceparent ?? null;
}

/** The kind of an error. Omits its message, which may quote input. */
export function faultName(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const { code } = thrown as { code?: unknown };
  return typeof code === "string" ? code : thrown.name;
}

/** First keyword and first table of a statement. */
function summaryOf(statement: string): { operation: string; table: string | undefined } {
  return {
    operation: /[a-z]+/i.exec(statement)?.[0].toUpperCase() ?? "SQL",
    table: /\b(?:from|into|update)\s+"?([a-z_]+)/i.exec(statement)?.[1],
  };
}
