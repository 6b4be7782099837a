import { createHash, timingSafeEqual } from "node:crypto";
import type { EngineState } from "@/lib/engines/engine";
import { env } from "@/lib/env";
import { AppError, notFound } from "@/lib/errors";
import { metricsText } from "@/lib/metrics";
import { requestIdOf } from "./request-id";
import { baseHeaders, errorResponse } from "./responses";

/** `/metrics`: 404 without `METRICS_TOKEN`, 401 without that token as bearer. */
export async function metricsAnswer(request: Request, engines: readonly EngineState[]): Promise<Response> {
  const requestId = requestIdOf(request);
  const token = env().METRICS_TOKEN;
  if (!token) return errorResponse(notFound("route"), requestId);
  if (!same(request.headers.get("authorization") ?? "", `Bearer ${token}`))
    return errorResponse(
      new AppError(
        "unauthorized",
        "Send METRICS_TOKEN as a bearer token.",
        { reason: "missing" },
        { "WWW-Authenticate": "Bearer" },
      ),
      requestId,
    );
  const { contentType, text } = await metricsText(engines);
  const headers = baseHeaders(requestId);
  headers.set("Content-Type", contentType);
  return new Response(text, { headers });
}

function same(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
