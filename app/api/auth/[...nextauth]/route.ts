import { personOfProvider } from "@/lib/accounts/identities";
import { workspaceOf } from "@/lib/accounts/workspaces";
import { authHandler } from "@/lib/auth/next-auth";

const handler = authHandler({ personOfProvider, workspaceOf });

export { handler as GET, handler as POST };
