import { defineRoutes } from "@/lib/http/api/define-routes";
import { rotateKey } from "@/lib/identity/accounts/keys";
import { CreatedApiKey, RotateKeyBody } from "@/lib/schemas/keys";
import type { KeyOverlap } from "@/lib/vocabulary/accounts";

const OVERLAP_SECONDS = { "0": 0, "1h": 3600, "24h": 86_400, "7d": 604_800 } as const satisfies Record<
  KeyOverlap,
  number
>;

export const endpoint = defineRoutes("/account/keys/{keyId}/rotate", (route) => ({
  POST: route(
    {
      summary: "Replace an API key",
      access: "session",
      role: "manager",
      body: RotateKeyBody,
      audit: {
        action: "key.rotated",
        target: "params.keyId",
        details: { newKey: "answer.key.id", overlap: "body.overlap" },
      },
      response: CreatedApiKey,
      status: 201,
    },
    ({ caller, params, body }) => rotateKey(caller, params.keyId, OVERLAP_SECONDS[body.overlap]),
  ),
}));
