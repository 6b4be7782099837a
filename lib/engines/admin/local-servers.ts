import { z } from "zod";
import { HOPS_HEADER, nextHops } from "@/lib/base/hops";
import { readCapped } from "@/lib/engines/remote/http";
import type { LocalServer } from "@/lib/schemas/engines";
import { listServices } from "./services";

/** A server that may run on this machine: where it listens by default, and what it answers. */
export type LocalCandidate = {
  readonly name: string;
  readonly kind: LocalServer["kind"];
  /** Address to set for the service. */
  readonly url: string;
  /** Path below it that lists models or languages. */
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

/** A server on this machine answers at once; one that does not is not worth waiting for. */
const PATIENCE_MS = 800;
const MAX_MODELS = 50;
const MAX_BYTES = 1_000_000;

/**
 * Servers on this machine that could be services and are not set yet. Asks each default address once for its list of
 * models or languages and sends nothing else: no server is used before an administrator adds it.
 */
export async function findLocalServers(
  candidates: readonly LocalCandidate[] = CANDIDATES,
): Promise<{ servers: LocalServer[] }> {
  const { services } = await listServices();
  // There is one service of each kind.
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
    // Nothing listens there, or something else does.
    return [];
  }
}
