import fs from "node:fs";
import { configurationPage } from "./configuration";
import { formatsPage } from "./formats";

/** `npm run docs`: writes the pages that are generated from the code. */
fs.writeFileSync("docs/configuration.md", configurationPage());
fs.writeFileSync("docs/formats.md", formatsPage());
