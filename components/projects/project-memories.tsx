"use client";

import { useTranslations } from "use-intl";
import { Checkbox } from "@/components/ui/checkbox";
import { useAllMemories } from "@/lib/client/memories";
import { useProjectMemories } from "@/lib/client/project-resources";
import type { ProjectMemories as Memories } from "@/lib/schemas/memories";
import type { Project } from "@/lib/schemas/projects";
import { LinkedList } from "./linked-list";

type ProjectMemoriesProps = { readonly project: Project; readonly memories: Memories; readonly mayChange: boolean };

/** The memories of a project, in order, and the memory that receives approved texts. */
export function ProjectMemories({ project, memories, mayChange }: ProjectMemoriesProps) {
  const t = useTranslations("resources");
  const words = useTranslations("memories");
  const all = useAllMemories();
  const { linked, save } = useProjectMemories(project.id, memories);
  const items = linked.memories.map(({ memoryId, ...memory }) => ({ id: memoryId, ...memory }));
  const keep = (next: typeof items) =>
    save.mutate({ memories: next.map(({ id, ...memory }) => ({ memoryId: id, ...memory })) });
  return (
    <LinkedList
      kind="memories"
      items={items}
      all={{ ...all, data: all.data?.map((memory) => ({ ...memory, canWrite: false })) }}
      sourceLanguage={project.sourceLanguage}
      mayChange={mayChange}
      error={save.error}
      onChange={(next) => keep([...next])}
      detail={({ id, units, canWrite }) => (
        <>
          <p className="tabular text-sm text-muted">{words("count", { count: units })}</p>
          <Checkbox
            checked={canWrite}
            disabled={!mayChange}
            label={t("inProject.feeds")}
            onChange={({ target }) =>
              keep(items.map((item) => ({ ...item, canWrite: item.id === id && target.checked })))
            }
          />
        </>
      )}
    />
  );
}
