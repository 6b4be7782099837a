import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { env } from "@/lib/base/env";
import { MemoryBudget } from "@/lib/base/pool/memory-budget";
import { perProcess } from "@/lib/base/singleton";
import { ApertiumEngine } from "./apertium/engine";
import { BergamotEngine } from "./bergamot/engine";
import { modelsFolder } from "./bergamot/installation";
import type { Engine } from "./engine";
import { configuredServices } from "./remote/configured";
import { openService, type ServiceSettings } from "./remote/service";
import { type EngineQualities, Router } from "./routing";

/** A service configured while the server runs. `version` changes whenever a setting does. */
export type AddedService = { readonly version: string; readonly settings: ServiceSettings };

type Registry = {
  /** Engines that are installed on this machine or configured by environment variables. They never change in a process. */
  readonly fixed: readonly Engine[];
  /** Engines of added services, by version. */
  readonly added: ReadonlyMap<string, Engine>;
  readonly qualities: EngineQualities;
  readonly engines: readonly Engine[];
  readonly router: Router;
};

const registry = perProcess("engines", () => combine(createFixed(), new Map(), new Map()));

/** The engines of this process. They start no programs until the first translation. */
export function engines(): readonly Engine[] {
  return registry().engines;
}

/** Qualities of engines that were measured or set manually. */
export function engineQualities(): EngineQualities {
  return registry().qualities;
}

/** The router for {@link engines}. */
export function router(): Router {
  return registry().router;
}

/**
 * Replaces the services added by the previous call. Unchanged services keep running; removed ones reject their work,
 * which the router gives to other engines. Services configured in the environment take precedence.
 */
export async function replaceServices(
  services: readonly AddedService[],
  qualities: EngineQualities = new Map(),
): Promise<void> {
  const { fixed, added: before, qualities: known } = registry();
  const added = new Map<string, Engine>();
  for (const { version, settings } of services) {
    if (fixed.some(({ id }) => id === settings.kind)) continue;
    added.set(version, before.get(version) ?? openService(settings, env()));
  }
  const isSame = added.size === before.size && [...added.keys()].every((version) => before.has(version));
  if (isSame && isDeepStrictEqual(qualities, known)) return;
  registry.set(combine(fixed, added, qualities));
  const ids = new Set([...added.values()].map(({ id }) => id));
  // A changed service finishes its running work with the old settings.
  await Promise.all([...before.values()].filter(({ id }) => !ids.has(id)).map((engine) => engine.close()));
}

/** Ends all engines' processes and threads. Translations reject from then on. */
export async function closeEngines(): Promise<void> {
  await Promise.all((registry.current?.engines ?? []).map((engine) => engine.close()));
}

/** For tests: uses these engines instead of the configured ones; null restores those. */
export function setEngines(engines: readonly Engine[] | null): void {
  if (engines) registry.set(combine(engines, new Map(), new Map()));
  else registry.clear();
}

function combine(fixed: readonly Engine[], added: ReadonlyMap<string, Engine>, qualities: EngineQualities): Registry {
  const engines = [...fixed, ...added.values()];
  return { fixed, added, qualities, engines, router: new Router(engines, Date.now, qualities) };
}

function createFixed(): Engine[] {
  const { APERTIUM_MODES, DATA_DIR, ENGINE_MEMORY_MB, ENGINE_QUEUE, ENGINE_TIMEOUT_MS } = env();
  const limits = { budget: new MemoryBudget(ENGINE_MEMORY_MB), queueLimit: ENGINE_QUEUE, timeoutMs: ENGINE_TIMEOUT_MS };
  const additions = path.join(/* turbopackIgnore: true */ DATA_DIR, "apertium");
  return [
    new ApertiumEngine({ modes: APERTIUM_MODES, additions, ...limits }),
    new BergamotEngine({ models: modelsFolder(), ...limits }),
    ...configuredServices(env()).map((service) => openService(service, env())),
  ];
}
