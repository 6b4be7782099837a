import { ROUTES } from "@/app/api/v1/routes";
import { openApiDocument } from "@/lib/http/api/openapi";
import { postmanCollection } from "@/lib/http/api/postman";
import { publicDocument } from "@/lib/http/api/public-document";
import packageJson from "@/package.json" with { type: "json" };

/** The operations as a collection for Postman, Bruno and others. */
export const endpoint = publicDocument("/v1/postman.json", (url) =>
  postmanCollection(openApiDocument(ROUTES, { url, version: packageJson.version })),
);
