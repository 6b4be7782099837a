import path from "node:path";
import { env } from "@/lib/env";
import { perProcess } from "@/lib/per-process";
import { ModelStore } from "./models/store";

/** Folder of this installation's models. */
export function modelsFolder(): string {
  // Next must not take this for files to bundle.
  return path.join(/* turbopackIgnore: true */ env().DATA_DIR, "models");
}

/** The store of this installation's models, from the sources that its settings name. One per process: no download starts twice. */
export const modelStore = perProcess("models", () => {
  return new ModelStore({
    models: modelsFolder(),
    sources: {
      server: env().MODELS_SOURCE,
      bucket: env().MODELS_BUCKET,
      proxy: env().MODELS_PROXY,
      architecture: env().MODELS_ARCHITECTURE,
      offline: env().MODELS_OFFLINE,
    },
  });
});
