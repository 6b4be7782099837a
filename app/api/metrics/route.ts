import type { Endpoint } from "@/lib/http/api/endpoint";
import { metricsAnswer } from "@/lib/http/api/metrics-answer";
import { takeSnapshot } from "@/lib/operate/health";

export const endpoint: Endpoint = {
  address: "/metrics",
  answer: (request) => metricsAnswer(request, takeSnapshot),
};
