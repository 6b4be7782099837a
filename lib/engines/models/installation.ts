import path from "node:path";
import { env } from "@/lib/base/env";
import { perProcess } from "@/lib/base/singleton";
import { modelStore, modelsFolder } from "@/lib/engines/bergamot/installation";
import { isPinned, noteUse, readUse } from "@/lib/engines/bergamot/models/installed";
import { filesOf } from "@/lib/engines/bergamot/models/manifest";
import { ModelFetcher, type ModelShelf } from "./fetcher";

const MB = 1_000_000;

/** The fetcher of this installation's models, configured by its settings. One per process. */
export const modelFetcher = perProcess("model-fetcher", () => {
  const { DRAGOMAN_MODELS, MODELS_DISK_MB, MODELS_LANGUAGES, MODELS_OFFLINE } = env();
  return new ModelFetcher({
    shelf,
    enabled: DRAGOMAN_MODELS === "auto" && !MODELS_OFFLINE,
    diskBytes: MODELS_DISK_MB * MB,
    languages: MODELS_LANGUAGES.length > 0 ? MODELS_LANGUAGES : null,
  });
});

const shelf: ModelShelf = {
  list: async () => {
    const { models, offline } = await modelStore().list();
    return {
      offline,
      models: await Promise.all(
        models.map(async ({ installed, ...model }) => ({
          ...model,
          installed: installed && {
            bytes: filesOf(installed.set).reduce((sum, { size }) => sum + size, 0),
            pinned: isPinned(installed),
            usedAt: await readUse(installed.folder),
          },
        })),
      ),
    };
  },
  install: (pair, onProgress) => modelStore().install(pair, onProgress, { onDemand: true }),
  remove: (pair) => modelStore().remove(pair),
  touch: (pair) => noteUse(path.join(modelsFolder(), pair)),
};
