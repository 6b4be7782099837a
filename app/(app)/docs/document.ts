import { headers } from "next/headers";
import { ROUTES } from "@/app/api/v1/routes";
import { addressOf } from "@/lib/http/api/headers";
import { openApiDocument } from "@/lib/http/api/openapi";
import type { ApiDocument } from "@/lib/schemas/api-document";
import packageJson from "@/package.json" with { type: "json" };

/** The OpenAPI document, generated from the route declarations. */
export async function currentDocument(): Promise<ApiDocument> {
  const address = addressOf((await headers()).get("host"));
  return openApiDocument(ROUTES, { url: `${address}/v1`, version: packageJson.version });
}
