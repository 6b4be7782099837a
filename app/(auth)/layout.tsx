import type { ReactNode } from "react";
import { ClientMessages } from "@/components/shell/messages";
import { SignedOutFrame } from "@/components/shell/signed-out-frame";

/** Layout of sign-in, sign-up and reset pages. */
export default function WayInLayout({ children }: { children: ReactNode }) {
  return (
    <ClientMessages namespaces={["auth"]}>
      <SignedOutFrame links={false}>
        <div className="m-auto w-full max-w-104 px-4 py-8 sm:px-0">{children}</div>
      </SignedOutFrame>
    </ClientMessages>
  );
}
