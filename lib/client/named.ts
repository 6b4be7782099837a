import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { GlossaryList } from "@/lib/schemas/glossaries";
import type { MemoryList } from "@/lib/schemas/memories";
import type { ProjectList } from "@/lib/schemas/projects";
import { api } from "./fetch";

/** Maximum results per kind. */
const MAX_NAMED = 5;
/** Maximum characters of a search that the API accepts. */
const MAX_SEARCH = 200;

/** Projects, glossaries and memories whose name contains `q`. Shows the previous results until a search is answered. */
export function useNamed(q: string) {
  return useQuery({
    queryKey: ["named", q],
    enabled: q !== "",
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const options = { query: { q: q.slice(0, MAX_SEARCH), limit: MAX_NAMED }, signal };
      const [{ projects }, { glossaries }, { translationMemories }] = await Promise.all([
        api<typeof ProjectList>("GET", "/projects", options),
        api<typeof GlossaryList>("GET", "/glossaries", options),
        api<typeof MemoryList>("GET", "/translation-memories", options),
      ]);
      return { projects, glossaries, memories: translationMemories };
    },
  });
}
