import { useMutation, useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import type {
  EngineQualityBody,
  EngineQualityList,
  ImportedModels,
  ImportModelsBody,
  LocalServerList,
  MeasuringBody,
  ModelInstallationList,
  ModelList,
  SavedService,
  Service,
  ServiceBody,
  ServiceList,
  ServiceTest,
} from "@/lib/schemas/engines";
import type { ServiceKind } from "@/lib/schemas/service-fields";
import { errorOfAnswer, errorOfSilence } from "./api-error";
import { useChange } from "./change";
import { api, at } from "./fetch";
import { ENGINES, MODELS, PROGRESS_MS } from "./model-offers";

const SERVICES = ["admin", "engines", "services"];

/** The translation services configured as engines. */
export function useServices(initial: readonly Service[]) {
  return useQuery({
    queryKey: SERVICES,
    queryFn: async ({ signal }) =>
      (await api<typeof ServiceList>("GET", "/admin/engines/services", { signal })).services,
    initialData: [...initial],
  });
}

/** Servers found on this machine that could be added as services. */
export function useLocalServers() {
  return useQuery({
    queryKey: ["admin", "engines", "local"],
    queryFn: async ({ signal }) =>
      (await api<typeof LocalServerList>("GET", "/admin/engines/local", { signal })).servers,
  });
}

export function useSetService() {
  return useChange(
    ENGINES,
    (body: z.input<typeof ServiceBody>) => api<typeof SavedService>("PUT", "/admin/engines/services", { body }),
    // The mutation contains a typed key, which must not stay in the cache.
    { gcTime: 0 },
  );
}

export function useRemoveService() {
  return useChange(ENGINES, (kind: ServiceKind) => api("DELETE", "/admin/engines/services", { query: { kind } }));
}

/** Tests a service by one real call. */
export function useTestService() {
  return useMutation({
    mutationFn: (kind: ServiceKind) =>
      api<typeof ServiceTest>("POST", "/admin/engines/services/test", { body: { kind } }),
  });
}

/** Measured and manually set qualities of engines; refreshed every second during a measurement. */
export function useQualities(initial: EngineQualityList) {
  return useQuery({
    queryKey: ["admin", "engines", "quality"],
    queryFn: ({ signal }) => api<typeof EngineQualityList>("GET", "/admin/engines/quality", { signal }),
    refetchInterval: ({ state: { data } }) => (data && data.measuring.length > 0 ? PROGRESS_MS : false),
    initialData: initial,
  });
}

/** Measures an engine's quality for a pair, or sets it. */
export function useChangeQuality() {
  return useChange(ENGINES, (body: z.input<typeof EngineQualityBody> | z.input<typeof MeasuringBody>) =>
    api("quality" in body ? "PUT" : "POST", "/admin/engines/quality", { body }),
  );
}

/** The neural models; refreshed every second during an installation. */
export function useModels() {
  return useQuery({
    queryKey: MODELS,
    queryFn: ({ signal }) => api<typeof ModelList>("GET", "/admin/models", { signal }),
    refetchInterval: ({ state: { data } }) =>
      data && (data.models.some(isUnderWay) || data.onDemand.queue.length > 0) ? PROGRESS_MS : false,
  });
}

/** Sets whether requests may download the models they need. */
export function useForbidOnDemand() {
  return useChange([MODELS], (isForbidden: boolean) =>
    api("PUT", "/admin/models/on-demand", { body: { isForbidden } }),
  );
}

export function useInstallModels() {
  return useChange([MODELS], (pairs: readonly string[]) =>
    api<typeof ModelInstallationList>("POST", "/admin/models/installations", { body: { pairs } }),
  );
}

/** Stops an installation, or removes a failed one. */
export function useCancelInstallation() {
  return useChange([MODELS], (id: string) => api("DELETE", at`/admin/models/installations/${id}`));
}

export function useRemoveModel() {
  return useChange(ENGINES, (pair: string) => api("DELETE", "/admin/models", { query: { pair } }));
}

/** Installs models from a folder of the server, or from uploaded files. */
export function useImportModels() {
  return useChange(ENGINES, (from: z.input<typeof ImportModelsBody> | readonly File[]) =>
    "folder" in from ? api<typeof ImportedModels>("POST", "/admin/models/import", { body: from }) : sendFiles(from),
  );
}

export function isUnderWay({ installation }: { installation: { state: string } | null }): boolean {
  return installation !== null && installation.state !== "failed";
}

async function sendFiles(files: readonly File[]): Promise<z.output<typeof ImportedModels>> {
  const body = new FormData();
  for (const file of files) body.append("file", file);
  const response = await fetch("/api/v1/admin/models/upload", {
    method: "POST",
    body,
    credentials: "same-origin",
  }).catch(() => {
    throw errorOfSilence();
  });
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw errorOfAnswer(response.status, answer, response.headers.get("x-request-id"));
  return answer;
}
