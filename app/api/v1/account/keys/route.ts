import { Answer, route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { nextLink } from "@/lib/http/api/responses";
import { createKey, listKeys } from "@/lib/identity/accounts/keys";
import { ApiKeyList, CreatedApiKey, CreateKeyBody, KeysQuery } from "@/lib/schemas/keys";

export const endpoint = defineRoutes("/account/keys", {
  GET: route(
    {
      summary: "List API keys",
      tag: "API keys",
      access: "session",
      scope: null,
      role: "manager",
      query: KeysQuery,
      response: ApiKeyList,
    },
    async ({ caller, query, request }) => {
      const page = await listKeys(caller, query);
      return new Answer(page, { headers: nextLink(request, page.nextCursor) });
    },
  ),
  POST: route(
    {
      summary: "Create an API key",
      tag: "API keys",
      access: "session",
      scope: null,
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
      errors: ["conflict"],
    },
    ({ caller, body }) => createKey(caller, body),
  ),
});
