import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import type { Me } from "@/lib/schemas/account";
import { api } from "./fetch";

export type Identity = z.output<typeof Me>;

/** The signed-in person, the account, its tier and limits. Unless `enabled`, returns only what is cached. */
export function useMe(initial?: Identity, enabled = true) {
  return useQuery({
    queryKey: ["me"],
    queryFn: ({ signal }) => api<typeof Me>("GET", "/me", { signal }),
    initialData: initial,
    enabled,
  });
}
