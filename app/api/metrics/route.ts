import type { Endpoint } from "@/lib/api/endpoint";
import { metricsAnswer } from "@/lib/api/metrics-answer";
import { takeSnapshot } from "@/lib/snapshot";

export const endpoint: Endpoint = {
  address: "/metrics",
  answer: (request) => metricsAnswer(request, takeSnapshot),
};
