import { authEndpoint } from "@/lib/http/api/auth-endpoint";
import { personOfProvider } from "@/lib/identity/accounts/identities";
import { workspaceOf } from "@/lib/identity/accounts/workspaces";
import { recordSession } from "@/lib/identity/audit/sessions";
import { authHandler } from "@/lib/identity/auth/next-auth";
import { requireSecondFactor } from "@/lib/identity/second-factor/sign-in";

export const endpoint = authEndpoint(
  authHandler({ personOfProvider, requireSecondFactor, workspaceOf, onSession: recordSession }),
);
