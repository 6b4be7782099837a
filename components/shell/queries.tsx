"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Identity } from "@/lib/client/account";
import { createQueryClient } from "@/lib/client/query-client";

/** The query client, initialised with the signed-in person. */
export function Queries({ me, children }: { me: Identity; children: ReactNode }) {
  const [client] = useState(() => {
    const created = createQueryClient();
    created.setQueryData(["me"], me);
    return created;
  });
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
