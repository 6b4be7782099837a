import { AsyncLocalStorage } from "node:async_hooks";
import type * as Api from "@opentelemetry/api";
import { env } from "@/lib/base/env";
import { log } from "@/lib/base/log";
import packageJson from "@/package.json" with { type: "json" };
import { currentTracer, type OpenSpan, type SpanOptions, type Tracer } from "./tracing";

/** Minimum milliseconds between log lines about errors of the collector. */
const FAULT_LOG_MS = 60_000;

/**
 * Starts OpenTelemetry if an endpoint is set. Its packages are loaded only here. The provider is not registered
 * globally: Next would add spans with the addresses of pages, which may contain user input.
 */
export async function startTracing(): Promise<void> {
  if (!isOn()) return;
  const [api, { BasicTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, resources] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace-base"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  logFaults(api);
  // The SDK itself reads the addresses, headers, sampler and limits in the standard variables.
  const named = resources.detectResources({ detectors: [resources.envDetector] });
  const provider = new BasicTracerProvider({
    resource: resources
      .resourceFromAttributes({ "service.name": "dragoman", "service.version": packageJson.version })
      .merge(named),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  currentTracer.set(tracerOf(api, provider.getTracer("dragoman"), () => provider.shutdown()));
}

/** Sends the remaining spans. */
export async function stopTracing(): Promise<void> {
  await currentTracer()?.stop();
  currentTracer.clear();
}

function isOn(): boolean {
  const {
    OTEL_SDK_DISABLED: disabled,
    OTEL_TRACES_EXPORTER: exporter,
    OTEL_EXPORTER_OTLP_ENDPOINT: all,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces,
  } = env();
  return !disabled && exporter !== "none" && Boolean(traces ?? all);
}

function tracerOf(api: typeof Api, tracer: Api.Tracer, shutdown: () => Promise<void>): Tracer {
  const storage = new AsyncLocalStorage<SdkSpan>();
  const active = () => {
    const span = storage.getStore();
    return span?.isOpen ? span : undefined;
  };
  const contextOf = ({ parent, link }: SpanOptions): Api.Context => {
    if (link !== undefined) return api.ROOT_CONTEXT;
    const remote = contextOfHeader(api, parent);
    if (remote) return api.trace.setSpanContext(api.ROOT_CONTEXT, remote);
    const current = active();
    return current ? api.trace.setSpan(api.ROOT_CONTEXT, current.span) : api.ROOT_CONTEXT;
  };
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT, consumer: api.SpanKind.CONSUMER };
  return {
    active,
    start: (name, options) => {
      const cause = contextOfHeader(api, options.link);
      const span = tracer.startSpan(
        name,
        {
          kind: options.kind ? kinds[options.kind] : api.SpanKind.INTERNAL,
          attributes: options.attributes,
          links: cause ? [{ context: cause }] : [],
        },
        contextOf(options),
      );
      return new SdkSpan(span, api.SpanStatusCode.ERROR);
    },
    within: (span, work) => storage.run(span as SdkSpan, work),
    stop: shutdown,
  };
}

class SdkSpan implements OpenSpan {
  isOpen = true;
  constructor(
    readonly span: Api.Span,
    readonly errorStatus: Api.SpanStatusCode.ERROR,
  ) {}

  get traceId(): string {
    return this.span.spanContext().traceId;
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.span.spanContext();
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
  }

  set(attributes: Api.Attributes): void {
    this.span.setAttributes(attributes);
  }

  end(fault?: string): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    if (fault !== undefined) {
      this.span.setAttribute("error.type", fault);
      this.span.setStatus({ code: this.errorStatus });
    }
    this.span.end();
  }
}

/** Parses `traceparent` (W3C Trace Context); null if missing or malformed. */
function contextOfHeader(api: typeof Api, header: string | null | undefined): Api.SpanContext | null {
  const [, version, traceId = "", spanId = "", flags = "", rest] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(header ?? "") ?? [];
  if (!version || version === "ff" || (version === "00" && rest !== undefined)) return null;
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return api.isSpanContextValid(context) ? context : null;
}

/** The SDK's messages contain the collector's response, so only the occurrence of the error is logged. */
function logFaults(api: typeof Api): void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  const none = () => {};
  const error = () => {
    if (performance.now() - loggedAt < FAULT_LOG_MS) return;
    loggedAt = performance.now();
    log.warn("could not send traces; check OTEL_EXPORTER_OTLP_ENDPOINT");
  };
  api.diag.setLogger(
    { error, warn: none, info: none, debug: none, verbose: none },
    { logLevel: api.DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
}
