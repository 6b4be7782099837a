/** The TypeScript sources that the launcher needs. It runs them as a bundle: see `bundle.mjs`. */
export { isSecretOf } from "@/db/check-secret";
export { databaseFault } from "@/db/fault";
export { migrate } from "@/db/migrate";
export { misspeltSettings, readEnv } from "@/lib/base/env";
