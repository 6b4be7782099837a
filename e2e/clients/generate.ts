import fs from "node:fs";
import { typesFile } from "@/lib/packages/schema-types";
import { operationsFile, sdkDocument } from "./sdk-files";

/**
 * `npm run sdk`: writes the generated files of `lib/packages/sdk`. Servers and the CLI need `operations.ts`, so it is
 * committed. `schema.ts` has types only: it is written before types are checked (`-- types`).
 */
const document = sdkDocument();
if (process.argv[2] !== "types") fs.writeFileSync("lib/packages/sdk/operations.ts", operationsFile(document));
fs.writeFileSync("lib/packages/sdk/schema.ts", typesFile(document));
