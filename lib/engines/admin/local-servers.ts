import { z } from "zod";
import { HOPS_HEADER, nextHops } from "@/lib/base/hops";
import { readCapped } from "@/lib/engines/remote/http";
import type { LocalServer } from "@/lib/schemas/engines";
import { listServices } from "./services";

/** A server that may run on this machine: its default address and the format of its model list. */
export type LocalCandidate = {
  readonly name: string;
  readonly kind: LocalServer["kind"];
  /** Address to use in the service's settings. */
  readonly url: string;
  /** Path below the address that lists models or languages. */
  readonly path: "/models" | "/languages";
};

/** Default addresses: docs.ollama.com, lmstudio.ai/docs, llama.cpp's server, docs.vllm.ai, docs.libretranslate.com. */
const CANDIDATES: readonly LocalCandidate[] = [
  { name: "Ollama", kind: "openai", url: "http://127.0.0.1:11434/v1", path: "/models" },
  { name: "LM Studio", kind: "openai", url: "http://127.0.0.1:1234/v1", path: "/models" },
  { name: "llama.cpp", kind: "openai", url: "http://127.0.0.1:8080/v1", path: "/models" },
  { name: "vLLM", kind: "openai", url: "http://127.0.0.1:8000/v1", path: "/models" },
  { name: "LibreTranslate", kind: "libretranslate", url: "http://127.0.0.1:5000", path: "/languages" },
];

const Models = z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })).min(1) });
const Languages = z.array(z.object({ code: z.string(), name: z.string() })).min(1);

/** Timeout in milliseconds: a server on this machine that is running answers at once. */
const PATIENCE_MS = 800;
const MAX_MODELS = 50;
const MAX_BYTES = 1_000_000;

/**
 * Servers found on this machine that are not configured as services yet. Requests a list of models or languages from
 * each default address once and sends nothing else: no server is used before an administrator adds it.
 */
export async function findLocalServers(
  candidates: readonly LocalCandidate[] = CANDIDATES,
): Promise<{ servers: LocalServer[] }> {
  const { services } = await listServices();
  // Only one service of each kind can be configured.
  const open = candidates.filter(({ kind }) => !services.some((service) => service.kind === kind));
  return { servers: (await Promise.all(open.map(probe))).flat() };
}

async function probe({ name, kind, url, path }: LocalCandidate): Promise<LocalServer[]> {
  try {
    const response = await fetch(url + path, {
      headers: { accept: "application/json", [HOPS_HEADER]: nextHops() },
      signal: AbortSignal.timeout(PATIENCE_MS),
      redirect: "error",
    });
    const text = response.ok ? await readCapped(response, MAX_BYTES) : "";
    if (kind === "libretranslate") {
      Languages.parse(JSON.parse(text));
      return [{ name, kind, url, models: [] }];
    }
    const models = Models.parse(JSON.parse(text)).data.map(({ id }) => id);
    return [{ name, kind, url, models: models.slice(0, MAX_MODELS) }];
  } catch {
    // No server is listening there, or a different program is.
    return [];
  }
}
