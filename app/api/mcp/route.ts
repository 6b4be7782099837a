import { ROUTES } from "@/app/api/v1/routes";
import { mcpEndpoint } from "@/lib/http/compat/mcp/endpoint";
import packageJson from "@/package.json" with { type: "json" };

export const endpoint = mcpEndpoint(ROUTES, packageJson.version);
