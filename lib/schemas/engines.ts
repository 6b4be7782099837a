import { z } from "zod";
import { LanguageTag, Timestamp } from "./common";

/** Services that can be engines. The name is the engine's id, as answers tell it. */
export const ServiceKind = z.enum(["deepl", "google", "azure", "openai", "libretranslate", "apy"]);
export type ServiceKind = z.output<typeof ServiceKind>;

type Needed = "required" | "optional";
export type ServiceField = "url" | "key" | "region" | "model" | "languages";

/** What each service takes. */
export const SERVICE_FIELDS: Readonly<Record<ServiceKind, Readonly<Partial<Record<ServiceField, Needed>>>>> = {
  deepl: { key: "required", url: "optional" },
  google: { key: "required", url: "optional" },
  azure: { key: "required", region: "optional", url: "optional" },
  openai: { url: "required", model: "required", key: "optional", languages: "optional" },
  libretranslate: { url: "required", key: "optional" },
  apy: { url: "required" },
};

/** Keys have a field of their own: an address with a password would show it wherever the address is told. */
const ServiceUrl = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine((value) => !/^https?:\/\/[^/?#]*@/.test(value), {
    params: { code: "format" },
    message: "Give the address without user and password.",
  })
  .transform((value) => value.replace(/\/+$/, ""));

export const ServiceBody = z
  .strictObject({
    kind: ServiceKind,
    enabled: z.boolean().default(true),
    url: ServiceUrl.optional(),
    key: z
      .string()
      .trim()
      .min(1)
      .max(20_000)
      .nullable()
      .optional()
      .describe("Left out: as it was. Null: none. For Google the content of a service account's key file"),
    region: z.string().trim().min(1).max(100).optional(),
    model: z.string().trim().min(1).max(200).optional(),
    languages: z
      .array(LanguageTag)
      .min(2)
      .max(200)
      .optional()
      .describe("Languages that the model is trusted with; the usual ones when left out"),
  })
  .superRefine((body, context) => {
    const takes = SERVICE_FIELDS[body.kind];
    for (const field of ["url", "key", "region", "model", "languages"] as const) {
      const given = body[field] !== undefined && body[field] !== null;
      // Whether a key that is left out is there already, only the service knows.
      if (takes[field] === "required" && field !== "key" && !given) fault(context, field, "required", "is required");
      if (takes[field] === undefined && given) fault(context, field, "unknown_field", "does not belong to this engine");
    }
  });

function fault(context: z.RefinementCtx, field: ServiceField, code: string, what: string): void {
  context.addIssue({ code: "custom", path: [field], params: { code }, message: `The field ${field} ${what}.` });
}

/** A service as administrators see it. Its key is in no answer. */
export const Service = z.object({
  kind: ServiceKind,
  origin: z.enum(["environment", "settings"]).describe("environment: set where the server is started, and only there"),
  enabled: z.boolean(),
  isOverridden: z.boolean().describe("True when the environment sets the same service, which then is the one in use"),
  url: z.string().nullable().describe("Null: the vendor's own address"),
  region: z.string().nullable(),
  model: z.string().nullable(),
  languages: z.array(z.string()).nullable(),
  hasKey: z.boolean(),
  keyEnd: z.string().nullable().describe("Its last four characters, where it is long enough to tell them"),
  keyIsReadable: z.boolean().describe("False when it was encrypted under another DRAGOMAN_SECRET: enter it again"),
  isLocal: z.boolean().describe("False: text leaves this machine"),
  updatedAt: Timestamp.nullable(),
});
export type Service = z.output<typeof Service>;
export const ServiceList = z.object({ services: z.array(Service) });

export const ServiceQuery = z.strictObject({ kind: ServiceKind });
export const ServiceTestBody = z.strictObject({ kind: ServiceKind });

/** What one real call came to. */
export const ServiceTest = z.object({
  ok: z.boolean(),
  milliseconds: z.number().int(),
  directions: z.number().int(),
  source: z.string().nullable(),
  target: z.string().nullable(),
  text: z.string(),
  translation: z.string().nullable(),
  message: z.string().nullable().describe("What went wrong, for operators"),
});
export type ServiceTest = z.output<typeof ServiceTest>;
