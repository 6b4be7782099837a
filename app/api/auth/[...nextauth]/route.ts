import { personOfProvider } from "@/lib/accounts/identities";
import { workspaceOf } from "@/lib/accounts/workspaces";
import { authEndpoint } from "@/lib/api/auth-endpoint";
import { authHandler } from "@/lib/auth/next-auth";

export const endpoint = authEndpoint(authHandler({ personOfProvider, workspaceOf }));
