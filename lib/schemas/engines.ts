import { z } from "zod";
import { DEEPL_MODELS, PROMPT_PROFILES, QUALITY_ORIGINS, SERVICE_REFUSALS } from "@/lib/vocabulary/engines";
import { LanguageTag, RUN_ALWAYS, StorableText, Timestamp } from "./common";
import {
  SERVICE_FIELD_NAMES,
  SERVICE_FIELDS,
  SERVICE_KINDS,
  type ServiceField,
  type ServiceKind,
} from "./service-fields";

const Kind = z.enum(SERVICE_KINDS);
export const PAIR = { source: z.string(), target: z.string() };

/** Keys have their own field, because messages would show the password in an address. */
const ServiceUrl = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .refine((value) => !/^https?:\/\/[^/?#]*@/.test(value), {
    params: { code: "format", reason: "address_with_password" },
    message: "Enter the address without user name and password.",
  })
  .transform((value) => value.replace(/\/+$/, ""));

/** Format of a name: cloud.google.com/storage, "Bucket names". */
const Bucket = z
  .string()
  .trim()
  .transform((value) => value.replace(/^gs:\/\//, "").replace(/\/+$/, ""))
  .pipe(z.string().regex(/^[a-z\d][a-z\d._-]{1,220}[a-z\d]$/, { error: "The field bucket is the name of a bucket." }));

const SERVICE_SETTINGS = {
  kind: Kind,
  enabled: z.boolean().default(true),
  url: ServiceUrl.optional(),
  key: z
    .string()
    .trim()
    .min(1)
    .max(20_000)
    .nullable()
    .optional()
    .describe("Omitted: unchanged. Null: removed. For Google, the content of a service account's key file"),
  region: StorableText.trim()
    .min(1)
    .max(100)
    .optional()
    .describe("Azure: region of the key. Google: location of requests; glossaries need one other than `global`"),
  bucket: Bucket.optional().describe("Google: Cloud Storage bucket where glossaries are kept"),
  model: StorableText.trim().min(1).max(200).optional(),
  promptProfile: z
    .enum(PROMPT_PROFILES)
    .optional()
    .describe("Chat server: format of the prompt. Default: `auto`, chosen by the model's name"),
  languages: z
    .array(LanguageTag)
    .min(2)
    .max(200)
    .optional()
    .describe("Languages the model may translate; default: the usual ones"),
};

export const ServiceBody = z
  .strictObject({
    ...SERVICE_SETTINGS,
    force: z.boolean().default(false).describe("True: save the service although its trial fails"),
  })
  .superRefine(checkSettings, RUN_ALWAYS);

type ServiceSettings = { readonly kind: ServiceKind } & Readonly<Partial<Record<ServiceField, unknown>>>;

function checkSettings(body: ServiceSettings, context: z.RefinementCtx): void {
  const takes = SERVICE_FIELDS[body.kind];
  if (!takes) return;
  if (body.kind === "deepl" && body.model !== undefined && !DEEPL_MODELS.some((model) => model === body.model))
    fault(context, "model", "format", `is one of ${DEEPL_MODELS.join(", ")}`);
  for (const field of SERVICE_FIELD_NAMES) {
    const given = body[field] !== undefined && body[field] !== null;
    // Only the service knows whether it has stored a key, so a missing key is not an error here.
    if (takes[field] === "required" && field !== "key" && !given) fault(context, field, "required", "is required");
    if (takes[field] === undefined && given) fault(context, field, "unknown_field", "does not belong to this engine");
  }
}

function fault(context: z.RefinementCtx, field: ServiceField, code: string, what: string): void {
  context.addIssue({ code: "custom", path: [field], params: { code }, message: `The field ${field} ${what}.` });
}

/** A service as shown to administrators. No response contains its key. */
export const Service = z.object({
  kind: Kind,
  origin: z.enum(["environment", "settings"]).describe("environment: set in the server's environment, read-only here"),
  enabled: z.boolean(),
  isOverridden: z.boolean().describe("True when the environment overrides this service"),
  url: z.string().nullable().describe("Null: the vendor's default address"),
  region: z.string().nullable(),
  bucket: z.string().nullable(),
  model: z.string().nullable(),
  promptProfile: z.enum(PROMPT_PROFILES).nullable().describe("Null for services that are not chat servers"),
  languages: z.array(z.string()).nullable(),
  hasKey: z.boolean(),
  keyEnd: z.string().nullable().describe("Last four characters of the key, if it is long enough to show them"),
  keyIsReadable: z.boolean().describe("False: encrypted with another DRAGOMAN_SECRET; enter the key again"),
  isLocal: z.boolean().describe("False: text is sent to another machine"),
  updatedAt: Timestamp.nullable(),
});
export type Service = z.output<typeof Service>;
export const ServiceList = z.object({ services: z.array(Service) });

/** A server found on this machine that could be added as a translation service. */
export const LocalServer = z.object({
  name: z.string().describe("Kind of server at this address, such as `Ollama`"),
  kind: z.enum(["openai", "libretranslate"]),
  url: z.string(),
  models: z.array(z.string()).describe("Models of the server, at most 50"),
});
export type LocalServer = z.output<typeof LocalServer>;
export const LocalServerList = z.object({ servers: z.array(LocalServer) });

export const ServiceQuery = z.strictObject({ kind: Kind });
export const ServiceTestBody = z
  .strictObject({
    ...SERVICE_SETTINGS,
    isUnsaved: z
      .boolean()
      .default(false)
      .describe("True: test these settings without saving them. False: test the stored settings of this kind"),
  })
  .superRefine((body, context) => {
    if (body.isUnsaved) checkSettings(body, context);
  }, RUN_ALWAYS);

export const Refusal = z.object({
  reason: z.enum(SERVICE_REFUSALS),
  status: z.number().int().nullable().describe("HTTP status of the service's answer, if it answered"),
});

/** The outcome of testing a service by one real call. */
export const ServiceTest = z.object({
  ok: z.boolean(),
  milliseconds: z.number().int(),
  directions: z.number().int(),
  source: z.string().nullable(),
  target: z.string().nullable(),
  text: z.string(),
  translation: z.string().nullable(),
  message: z.string().nullable().describe("Error message for operators"),
  refusal: Refusal.nullable().describe("Why the call failed; null if it didn't"),
});
export type ServiceTest = z.output<typeof ServiceTest>;

/** The service's answer to the test before it is saved. */
export const ServiceTrial = ServiceTest.pick({ ok: true, message: true, refusal: true }).extend({
  sent: z.string(),
  received: z.string().nullable(),
  ms: z.number().int(),
  pairs: z
    .array(
      z.object({
        ...PAIR,
        chrf: z.number().nullable().describe("chrF from 0 to 100, over five sentences. Null: not measured"),
        sent: z.string().nullable().describe("A test sentence. Null: there is none in this language"),
        received: z.string().nullable().describe("Its translation. Null: none arrived, for example within 15 seconds"),
        ms: z.number().int().nullable(),
      }),
    )
    .describe(
      "Pairs that were tried: at most ten, from the account's projects and from and into English. For a service on this machine, the test of twenty sentences follows",
    ),
});
export type ServiceTrial = z.output<typeof ServiceTrial>;
export const SavedService = Service.extend({
  trial: ServiceTrial.nullable().describe("Null if the request only disables the service"),
});
export type SavedService = z.output<typeof SavedService>;

/** Quality of an engine for a pair, measured with a test set. */
export const QualityRow = z.object({
  engine: z.string(),
  ...PAIR,
  route: z.array(z.string()),
  sentences: z.number().int(),
  chrF: z.number(),
  bleu: z.number(),
  wordsPerSecond: z.number().int(),
});
export type QualityRow = z.output<typeof QualityRow>;

/** The last result of `npm run quality`, updated by later measurements on this server. */
export const QualityResult = z.object({
  at: z.iso.datetime(),
  set: z.string(),
  sentences: z.number().int(),
  rows: z.array(QualityRow),
});
export type QualityResult = z.output<typeof QualityResult>;

export const EngineQualityBody = z.strictObject({
  engine: z.string().max(40),
  source: LanguageTag,
  target: LanguageTag,
  quality: z.number().min(0).max(100).nullable().describe("Expected chrF on FLORES. Null: use the estimate"),
});
export const EngineQualityList = z.object({
  qualities: z
    .array(
      EngineQualityBody.extend({
        quality: z.number(),
        origin: z.enum(QUALITY_ORIGINS).describe("measured: with built-in sentences. set: by an administrator"),
      }),
    )
    .describe("Qualities that replace the estimates in the choice of routes"),
  result: QualityResult.nullable(),
  measuring: z.array(z.string()).describe("Engines that are being measured"),
});
export type EngineQualityList = z.output<typeof EngineQualityList>;
export const MeasuringBody = EngineQualityBody.pick({ engine: true });

/** A queued, running or failed download. */
export const ModelInstallation = z.object({
  id: z.string(),
  state: z.enum(["queued", "running", "failed"]),
  bytesDone: z.number().int(),
  bytesTotal: z.number().int().describe("0 while unknown"),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type ModelInstallation = z.output<typeof ModelInstallation>;

export const Model = z.object({
  pair: z.string().describe("Source and target: `en-de`"),
  ...PAIR,
  installed: z
    .object({
      version: z.string(),
      architecture: z.string(),
      license: z.string(),
      origin: z.string().describe("Address of the model source, or `import`"),
      bytes: z.number().int(),
      installedAt: z.iso.datetime(),
    })
    .nullable(),
  offered: z
    .object({
      version: z.string(),
      architecture: z.string(),
      status: z.enum(["released", "beta", "nightly", "experimental"]),
      license: z.string(),
      downloadBytes: z.number().int().describe("0 if the model source does not state it"),
    })
    .nullable(),
  hasUpdate: z.boolean(),
  installation: ModelInstallation.nullable(),
});
export type Model = z.output<typeof Model>;

export const ModelList = z.object({
  models: z.array(Model),
  isOffline: z.boolean().describe("True when no model source can be reached; only installed models are listed"),
  isTurnedOff: z.boolean().describe("Whether MODELS_OFFLINE disables requests to the model source"),
  source: z.string().describe("Address of the model source"),
  demand: z
    .array(z.object({ pair: z.string(), requests: z.number().int() }))
    .describe("Requests per model's pair in 30 days, also as half of another pair's route; most requested first"),
  onDemand: z.object({
    isConfigured: z.boolean().describe("Whether DRAGOMAN_MODELS=auto lets requests install models"),
    isForbidden: z.boolean().describe("Whether an administrator has forbidden that requests install models"),
    queue: z
      .array(
        z.object({
          pair: z.string(),
          phase: z.enum(["queued", "downloading", "checking"]),
          progress: z.number(),
          downloadBytes: z.number().int(),
        }),
      )
      .describe("Models requested on demand, in download order"),
    failed: z.array(z.object({ pair: z.string(), reason: z.string() })).describe("Why models could not be fetched"),
    diskBytes: z.number().int().describe("Disk limit for models fetched on demand"),
    usedBytes: z.number().int().describe("What they take now"),
  }),
});
export type ModelList = z.output<typeof ModelList>;
export const OnDemandBody = z.strictObject({ isForbidden: z.boolean() });

const Pair = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)+$/)
  .describe("Source and target: `en-de`");
export const InstallModelsBody = z.strictObject({ pairs: z.array(Pair).min(1).max(200) });
export const ModelInstallationList = z.object({ installations: z.array(ModelInstallation) });
export const ModelQuery = z.strictObject({ pair: Pair });
export const ImportModelsBody = z.strictObject({
  folder: z.string().min(1).max(1000).describe("Folder on the server's disk"),
});
export const ImportedModels = z.object({
  pairs: z.array(z.string()),
  incomplete: z.array(z.string()).describe("Model files that were skipped because their vocabulary is missing"),
});

export const ModelOffersQuery = z.strictObject({
  source: LanguageTag.optional().describe("Language to translate from"),
});
export const ModelOffer = z.object({
  target: z.string(),
  isBetter: z.boolean().describe("False: no engine translates into this language yet"),
  models: z.array(Model).describe("Missing models: one, or two for a route through English"),
  isComing: z.boolean().describe("True during installation and until the engine has loaded the models"),
});
export type ModelOffer = z.output<typeof ModelOffer>;
export const ModelOfferList = z.object({
  sources: z.array(z.string()).describe("Languages with a model, installed or not"),
  offers: z.array(ModelOffer),
});
