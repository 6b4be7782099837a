import type { Endpoint } from "@/lib/api/endpoint";
import { metricsAnswer } from "@/lib/api/metrics-answer";
import { engineStates } from "@/lib/health";

export const endpoint: Endpoint = {
  address: "/metrics",
  answer: (request) => metricsAnswer(request, engineStates()),
};
