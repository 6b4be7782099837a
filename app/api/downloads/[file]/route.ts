import { ROUTES } from "@/app/api/v1/routes";
import { downloadsEndpoint } from "@/lib/http/downloads/packages";
import packageJson from "@/package.json" with { type: "json" };

export const endpoint = downloadsEndpoint(ROUTES, packageJson.version);
