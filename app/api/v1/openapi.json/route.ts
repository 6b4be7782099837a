import { ROUTES } from "@/app/api/v1/routes";
import { openApiDocument } from "@/lib/http/api/openapi";
import { publicDocument } from "@/lib/http/api/public-document";
import packageJson from "@/package.json" with { type: "json" };

/** The OpenAPI document of this server. */
export const endpoint = publicDocument("/v1/openapi.json", (url) =>
  openApiDocument(ROUTES, { url, version: packageJson.version }),
);
