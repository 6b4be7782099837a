import path from "node:path";
import { env, MOZILLA_BUCKET, MOZILLA_MODELS } from "@/lib/base/env";
import { perProcess } from "@/lib/base/singleton";
import { ModelStore } from "./models/store";

/** Folder of this installation's models. */
export function modelsFolder(): string {
  // Keeps Next from bundling these files.
  return path.join(/* turbopackIgnore: true */ env().DATA_DIR, "models");
}

/**
 * The store of this installation's models, with the sources in its settings. One per process, so that no download
 * starts twice.
 */
export const modelStore = perProcess("models", () => {
  return new ModelStore({
    models: modelsFolder(),
    sources: {
      server: env().MODELS_SOURCE,
      // A server with a configured mirror downloads only from that mirror.
      bucket: env().MODELS_BUCKET ?? (env().MODELS_SOURCE === MOZILLA_MODELS ? MOZILLA_BUCKET : null),
      proxy: env().MODELS_PROXY,
      architecture: env().MODELS_ARCHITECTURE,
      offline: env().MODELS_OFFLINE,
    },
  });
});
