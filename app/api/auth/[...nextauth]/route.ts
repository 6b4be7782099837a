import { personOfProvider } from "@/lib/accounts/identities";
import { workspaceOf } from "@/lib/accounts/workspaces";
import { authEndpoint } from "@/lib/api/auth-endpoint";
import { recordSession } from "@/lib/audit/sessions";
import { authHandler } from "@/lib/auth/next-auth";
import { requireSecondFactor } from "@/lib/second-factor/sign-in";

export const endpoint = authEndpoint(
  authHandler({ personOfProvider, requireSecondFactor, workspaceOf, onSession: recordSession }),
);
