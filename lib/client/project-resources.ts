import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { ProjectGlossaries, PutProjectGlossariesBody } from "@/lib/schemas/glossaries";
import type { ProjectMemories, PutProjectMemoriesBody } from "@/lib/schemas/memories";
import { api, at } from "./fetch";

/** The memories that a project uses, in order, and a mutation that replaces the list. */
export function useProjectMemories(projectId: string, initial: ProjectMemories) {
  return useLinked(
    at`/projects/${projectId}/memories`,
    initial,
    ({ memories }): z.input<typeof PutProjectMemoriesBody> => ({
      memories: memories.map(({ memoryId, canWrite }) => ({ memoryId, canWrite })),
    }),
  );
}

/** The glossaries that a project uses, in order, and a mutation that replaces the list. */
export function useProjectGlossaries(projectId: string, initial: ProjectGlossaries) {
  return useLinked(
    at`/projects/${projectId}/glossaries`,
    initial,
    ({ glossaries }): z.input<typeof PutProjectGlossariesBody> => ({
      glossaries: glossaries.map(({ glossaryId }) => ({ glossaryId })),
    }),
  );
}

/** An optimistic mutation: shown at once, sent in order, and undone if the service rejects it. */
function useLinked<Linked extends object>(path: string, initial: Linked, bodyOf: (next: Linked) => object) {
  const client = useQueryClient();
  const queryKey = ["linked", path];
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api<z.ZodType<Linked>>("GET", path, { signal })) as Linked,
    initialData: initial,
  });
  const save = useMutation({
    mutationKey: queryKey,
    scope: { id: path },
    mutationFn: (next: Linked) => api("PUT", path, { body: bodyOf(next) }),
    onMutate: async (next) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, next);
    },
    // While other changes are queued, the server's list is older than the visible list.
    onSettled: () =>
      client.isMutating({ mutationKey: queryKey }) === 1 ? client.invalidateQueries({ queryKey }) : null,
  });
  return { linked: data, save };
}
