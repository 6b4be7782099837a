import { metricsAnswer } from "@/lib/api/metrics-answer";
import { engineStates } from "@/lib/health";

export const dynamic = "force-dynamic";

export async function GET(request: Request): Promise<Response> {
  return metricsAnswer(request, engineStates());
}
