import { defineRoutes } from "@/lib/http/api/define-routes";
import { createKey, listKeys } from "@/lib/identity/accounts/keys";
import { ApiKeyList, CreatedApiKey, CreateKeyBody, KeysQuery } from "@/lib/schemas/keys";

export const endpoint = defineRoutes("/account/keys", (route) => ({
  GET: route(
    {
      summary: "List API keys",
      access: "session",
      role: "manager",
      query: KeysQuery,
      response: ApiKeyList,
    },
    ({ caller, query }) => listKeys(caller, query),
  ),
  POST: route(
    {
      summary: "Create an API key",
      access: "session",
      role: "manager",
      body: CreateKeyBody,
      audit: {
        action: "key.created",
        target: "answer.key.id",
        details: {
          scopes: "answer.key.scopes",
          hourlyLimit: "answer.key.hourlyLimit",
          expiresAt: "answer.key.expiresAt",
        },
      },
      response: CreatedApiKey,
      status: 201,
    },
    ({ caller, body }) => createKey(caller, body),
  ),
}));
