import { createHash, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/base/env";
import { AppError, notFound } from "@/lib/base/errors";
import { metricsText, type Snapshot } from "@/lib/base/metrics";
import type { IncomingRequest } from "@/lib/identity/auth/client-address";
import { requestIdOf } from "./headers";
import { baseHeaders, errorReply, methodNotAllowed, type Reply } from "./responses";

/** `/metrics`: 404 without `METRICS_TOKEN`, 405 unless GET or HEAD, 401 if the bearer token is wrong. */
export async function metricsAnswer(request: IncomingRequest, snapshot: () => Promise<Snapshot>): Promise<Reply> {
  const requestId = requestIdOf(request);
  const token = env().METRICS_TOKEN;
  if (!token) return errorReply(notFound("route"), requestId);
  if (request.method !== "GET" && request.method !== "HEAD")
    return errorReply(methodNotAllowed(["GET", "HEAD"]), requestId);
  if (!same(request.headers.get("authorization") ?? "", `Bearer ${token}`))
    return errorReply(
      new AppError(
        "unauthorized",
        "Send METRICS_TOKEN as a bearer token.",
        { reason: "missing" },
        { "WWW-Authenticate": "Bearer" },
      ),
      requestId,
    );
  const { contentType, text } = await metricsText(await snapshot());
  const headers = baseHeaders(requestId);
  headers.set("Content-Type", contentType);
  return { status: 200, headers, body: text };
}

function same(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
