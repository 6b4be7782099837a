import fs from "node:fs";
import { installGenerators } from "./install";
import { operationsFile, schemaFile, sdkDocument } from "./sdk-files";

/** `npm run sdk`: writes the generated files of `lib/sdk`. */
const document = sdkDocument();
fs.writeFileSync("lib/sdk/operations.ts", operationsFile(document));
fs.writeFileSync("lib/sdk/schema.ts", await schemaFile(document, await installGenerators()));
