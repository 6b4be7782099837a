import { metricsAnswer } from "@/lib/api/metrics-answer";
import { toResponse } from "@/lib/api/responses";
import { engineStates } from "@/lib/health";

export const dynamic = "force-dynamic";

async function answer(request: Request): Promise<Response> {
  return toResponse(await metricsAnswer(request, engineStates()));
}

export { answer as DELETE, answer as GET, answer as PATCH, answer as POST, answer as PUT };
