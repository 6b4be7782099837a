import { metricsAnswer } from "@/lib/api/metrics-answer";
import { toResponse } from "@/lib/api/responses";
import { engineStates } from "@/lib/health";

export const dynamic = "force-dynamic";

export async function GET(request: Request): Promise<Response> {
  return toResponse(await metricsAnswer(request, engineStates()));
}
