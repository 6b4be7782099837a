import type { EngineError } from "@/lib/engines/engine";
import type { Refusal, ServiceRefusal } from "@/lib/vocabulary/engines";
import { ConnectionFault, LoopFault, VendorFault } from "./http";

/** Classifies the failure of a request to a service. */
export function refusalOf(error: EngineError): Refusal {
  if (error instanceof VendorFault) return { reason: reasonOf(error), status: error.status };
  if (error instanceof LoopFault) return { reason: "service_is_this_server", status: null };
  if (error instanceof ConnectionFault) return { reason: "unreachable", status: null };
  return { reason: error.code === "timeout" ? "timeout" : "unexpected_answer", status: null };
}

function reasonOf({ code, engine, status }: VendorFault): ServiceRefusal {
  // DeepL answers 456 for an exhausted quota; other vendors answer 429.
  if (status === 456 || (status === 429 && code !== "overloaded")) return "quota_used_up";
  if (status === 429) return "too_many_requests";
  if (status === 401 || status === 403) return "key_refused";
  // Google's token endpoint answers 400 for a deleted key (RFC 6749 §5.2).
  if (status === 400 && engine === "google") return "key_refused";
  if (status === 404) return "not_found";
  return status >= 500 ? "service_error" : "rejected";
}
