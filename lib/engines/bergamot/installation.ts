import path from "node:path";
import { env } from "@/lib/env";
import { ModelStore } from "./models/store";

/** Folder of this installation's models. */
export function modelsFolder(): string {
  // Next must not take this for files to bundle.
  return path.join(/* turbopackIgnore: true */ env().DATA_DIR, "models");
}

/** On `globalThis`: the development server loads modules anew, and a download must not start twice. */
const shared = globalThis as { __dragomanModels?: ModelStore };

/** The store of this installation's models, from the sources that its settings name. */
export function modelStore(): ModelStore {
  shared.__dragomanModels ??= new ModelStore({
    models: modelsFolder(),
    sources: {
      server: env().MODELS_SOURCE,
      bucket: env().MODELS_BUCKET,
      proxy: env().MODELS_PROXY,
      architecture: env().MODELS_ARCHITECTURE,
      offline: env().MODELS_OFFLINE,
    },
  });
  return shared.__dragomanModels;
}
