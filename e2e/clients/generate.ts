import fs from "node:fs";
import { installGenerators } from "./install";
import { operationsFile, schemaFile, sdkDocument } from "./sdk-files";

/** `npm run sdk`: writes the generated files of `lib/packages/sdk`. */
const document = sdkDocument();
fs.writeFileSync("lib/packages/sdk/operations.ts", operationsFile(document));
fs.writeFileSync("lib/packages/sdk/schema.ts", await schemaFile(document, await installGenerators()));
