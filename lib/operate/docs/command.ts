import fs from "node:fs";
import { configurationPage } from "./configuration";
import { formatsPage } from "./formats";

/** `npm run docs`: writes the pages of docs/ that are generated from the code. */
fs.writeFileSync("docs/configuration.md", configurationPage());
fs.writeFileSync("docs/formats.md", formatsPage());
