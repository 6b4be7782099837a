import type { ReactNode } from "react";
import { ClientMessages } from "@/components/shell/messages";
import { Shell } from "@/components/shell/shell";
import { SignedOutFrame } from "@/components/shell/signed-out-frame";
import { describeCaller } from "@/lib/identity/accounts/me";
import { optionalCaller } from "@/lib/identity/auth/require-caller";

/** Layout of the dashboard. Not an access check: each page requires its caller. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const caller = await optionalCaller();
  if (!caller) return <SignedOutFrame>{children}</SignedOutFrame>;
  return (
    <ClientMessages namespaces={["palette", "shortcuts", "notifications"]}>
      <Shell me={await describeCaller(caller)}>{children}</Shell>
    </ClientMessages>
  );
}
