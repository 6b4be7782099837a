import type { z } from "zod";
import { env } from "@/lib/base/env";
import { notFound } from "@/lib/base/errors";
import { configuredServices } from "@/lib/engines/remote/configured";
import type { ServiceSettings } from "@/lib/engines/remote/service";
import type { ServiceTest, ServiceTestBody } from "@/lib/schemas/engines";
import type { ServiceKind } from "@/lib/schemas/service-fields";
import { unsavedService } from "./services";
import { serviceOf, storedServices } from "./stored-services";
import { tryService } from "./trial";

/**
 * Makes one real call with a configured service, in use or not, or with settings that aren't saved, and reports the
 * outcome. Throws 404 for an unknown service, 400 for faulty settings.
 */
export async function testService(body: z.output<typeof ServiceTestBody>): Promise<ServiceTest> {
  return tryService(body.isUnsaved ? await unsavedService(body) : await configuredService(body.kind));
}

/** The settings of the environment, else the stored ones; null if their key cannot be read. */
async function configuredService(kind: ServiceKind): Promise<ServiceSettings | null> {
  const fixed = configuredServices(env()).find((service) => service.kind === kind);
  if (fixed) return fixed;
  const row = (await storedServices()).find((stored) => stored.kind === kind);
  if (!row) throw notFound("engine");
  return serviceOf(row);
}
