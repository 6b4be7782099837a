import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * `npm run icons [-- Name …]`: writes components/ui/icons.ts from the package lucide-react, with the icons already in
 * it and the named ones. The package has 40 MB for 1,700 icons, so it is installed only for development.
 */
const FILE = fileURLToPath(new URL("../../components/ui/icons.ts", import.meta.url));
const PACKAGE = path.dirname(fileURLToPath(import.meta.resolve("lucide-react/package.json")));

/**
 * The module's source text.
 * @param {readonly string[]} [added] names of icons, such as `CircleCheck`
 */
export async function iconsModule(added = []) {
  const present = [...fs.readFileSync(FILE, "utf8").matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
  const names = [...new Set([...present, ...added])].sort();
  const index = fs.readFileSync(path.join(PACKAGE, "dist/esm/lucide-react.mjs"), "utf8");
  const lines = await Promise.all(names.map(async (name) => definition(name, await shapesOf(name, index))));
  return `${HEADER}\n${lines.join("\n")}\n`;
}

const { version } = JSON.parse(fs.readFileSync(path.join(PACKAGE, "package.json"), "utf8"));
const HEADER = `// Icons of Lucide ${version} (https://lucide.dev), ISC licence: see NOTICE. Written by \`npm run icons\`.
import { createIcon } from "./icon";

export type { IconComponent } from "./icon";
`;

async function shapesOf(name, index) {
  const file = new RegExp(`\\bdefault as ${name}\\b[^}]*\\} from '([^']+)'`).exec(index)?.[1];
  if (!file) throw new Error(`Lucide has no icon called ${name}.`);
  const { __iconData: data } = await import(path.join(PACKAGE, "dist/esm", file));
  return data.node.map(([tag, { key: _, ...attributes }]) =>
    tag === "path" && Object.keys(attributes).join() === "d" ? attributes.d : [tag, attributes],
  );
}

/** Marked as free of side effects, so that a bundler can omit it. */
const definition = (name, shapes) => `export const ${name} = /* @__PURE__ */ createIcon(${JSON.stringify(shapes)});`;

if (process.argv[1] === fileURLToPath(import.meta.url))
  fs.writeFileSync(FILE, await iconsModule(process.argv.slice(2)));
