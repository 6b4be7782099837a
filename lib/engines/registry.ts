import { ApertiumEngine } from "@/lib/engines/apertium/engine";
import { BergamotEngine } from "@/lib/engines/bergamot/engine";
import { modelsFolder } from "@/lib/engines/bergamot/installation";
import type { Engine } from "@/lib/engines/engine";
import { MemoryBudget } from "@/lib/engines/memory-budget";
import { configuredEngines } from "@/lib/engines/remote/configured";
import { Router } from "@/lib/engines/routing";
import { env } from "@/lib/env";

type Registry = { readonly engines: readonly Engine[]; readonly router: Router };

/** On `globalThis`: the development server loads modules anew, the processes of an engine must stay the same. */
const shared = globalThis as { __dragomanEngines?: Registry };

/** The engines of this process. They start nothing before they are asked to translate. */
export function engines(): readonly Engine[] {
  return registry().engines;
}

/** The router over {@link engines}. */
export function router(): Router {
  return registry().router;
}

/** Ends all engines' processes and threads. Translating rejects from then on. */
export async function closeEngines(): Promise<void> {
  await Promise.all((shared.__dragomanEngines?.engines ?? []).map((engine) => engine.close()));
}

function registry(): Registry {
  shared.__dragomanEngines ??= createRegistry();
  return shared.__dragomanEngines;
}

function createRegistry(): Registry {
  const { APERTIUM_MODES, ENGINE_MEMORY_MB, ENGINE_QUEUE, ENGINE_TIMEOUT_MS } = env();
  const budget = new MemoryBudget(ENGINE_MEMORY_MB);
  const engines: Engine[] = [
    new ApertiumEngine({ modes: APERTIUM_MODES, budget, queueLimit: ENGINE_QUEUE, timeoutMs: ENGINE_TIMEOUT_MS }),
    new BergamotEngine({ models: modelsFolder(), budget, queueLimit: ENGINE_QUEUE, timeoutMs: ENGINE_TIMEOUT_MS }),
    ...configuredEngines(env()),
  ];
  return { engines, router: new Router(engines) };
}
