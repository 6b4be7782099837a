import type { ReactNode } from "react";
import { DocsFrame } from "@/components/docs/docs-frame";
import { ClientMessages } from "@/components/shell/messages";
import { currentDocument } from "./document";

/** Layout of the API reference. Public. */
export default async function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <ClientMessages namespaces={["docs"]}>
      <DocsFrame document={await currentDocument()}>{children}</DocsFrame>
    </ClientMessages>
  );
}
