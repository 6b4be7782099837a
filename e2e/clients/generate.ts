import fs from "node:fs";
import { typesFile } from "@/lib/packages/schema-types";
import { operationsFile, sdkDocument } from "./sdk-files";

/**
 * `npm run sdk`: writes the generated files of `lib/packages/sdk`. `operations.ts` is committed, because servers and
 * the CLI need it. `schema.ts` contains only types and is written before types are checked (`-- types`).
 */
const document = sdkDocument();
if (process.argv[2] !== "types") fs.writeFileSync("lib/packages/sdk/operations.ts", operationsFile(document));
fs.writeFileSync("lib/packages/sdk/schema.ts", typesFile(document));
