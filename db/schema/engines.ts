import { boolean, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { PromptProfile } from "@/lib/vocabulary/engines";
import { bytea, time } from "./columns";

/** Settings of a service without its key; lib/schemas/engines.ts has the fields of each kind. */
export type EngineServiceSettings = {
  readonly url?: string;
  readonly region?: string;
  readonly bucket?: string;
  readonly model?: string;
  readonly promptProfile?: PromptProfile;
  readonly languages?: readonly string[];
};

/** Services that administrators configured as engines of the server. */
export const engineServices = pgTable("engine_services", {
  /** The engine's id, such as `deepl` or `openai`. */
  kind: text("kind").primaryKey(),
  enabled: boolean("enabled").notNull(),
  settings: jsonb("settings").$type<EngineServiceSettings>().notNull(),
  /** Encrypted: see lib/base/secret-box.ts. */
  key: bytea("key"),
  keyEnd: text("key_end"),
  updatedAt: time("updated_at").notNull().defaultNow(),
});
