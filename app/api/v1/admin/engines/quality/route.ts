import { startMeasuring } from "@/lib/engines/admin/quality/job";
import { listQualities, setQuality } from "@/lib/engines/admin/services";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { EngineQualityBody, EngineQualityList, MeasuringBody } from "@/lib/schemas/engines";

const admin = { access: "session", admin: true } as const;

export const endpoint = defineRoutes("/admin/engines/quality", (route) => ({
  GET: route({ ...admin, summary: "List measured and manually set qualities", response: EngineQualityList }, () =>
    listQualities(),
  ),
  POST: route(
    {
      ...admin,
      summary: "Measure an engine with built-in sentences",
      description:
        "Translates twenty sentences for each pair with English in the background, with the engine and with the engines of this machine. Services on other machines may charge for this.",
      body: MeasuringBody,
      audit: { action: "service.quality_changed", name: "body.engine" },
      response: null,
    },
    ({ caller, body }) => startMeasuring(caller.accountId, body.engine),
  ),
  PUT: route(
    {
      ...admin,
      summary: "Set the quality of an engine for a pair of languages",
      body: EngineQualityBody,
      audit: { action: "service.quality_changed", name: "body.engine" },
      response: null,
    },
    ({ body }) => setQuality(body),
  ),
}));
