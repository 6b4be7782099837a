import { dependencies } from "./dependencies.mjs";

/** Licences compatible with Apache-2.0 without conditions on our code. */
const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Unlicense",
]);

/** Packages with other licences, each with the reason why it may be used. */
const EXCEPTIONS = [
  { name: /^lightningcss(?:-|$)/, licence: /^MPL-2\.0$/, reason: "a tool of the build, unchanged" },
  {
    name: /^@browsermt\/bergamot-translator$/,
    licence: /^MPL-2\.0$/,
    reason: "used unchanged; the licence is by file",
  },
  { name: /^caniuse-lite$/, licence: /^CC-BY-4\.0$/, reason: "data of the build, with attribution in the package" },
  {
    name: /^@expo-google-fonts\//,
    licence: /^MIT AND OFL-1\.1$/,
    reason: "fonts, parts of which may be embedded in documents",
  },
  { name: /^argparse$/, licence: /^Python-2\.0$/, reason: "permissive; of a command that is not used" },
  {
    name: /^@fontsource-variable\//,
    licence: /^OFL-1\.1$/,
    reason: "fonts, parts of which may be embedded in documents",
  },
  { name: /^geist$/, licence: /^SIL OPEN FONT LICENSE$/, reason: "a font, which may be bundled" },
];

/**
 * Packages whose licence is unknown or not allowed.
 * @param {readonly import("./dependencies.mjs").Dependency[]} packages
 */
export function refused(packages) {
  return packages.filter(({ name, licence }) => {
    if (licence === null) return true;
    if (isAllowed(licence)) return false;
    return !EXCEPTIONS.some((one) => one.name.test(name) && one.licence.test(licence));
  });
}

/** Of `A OR B` one licence must be allowed, of `A AND B` both. */
function isAllowed(licence) {
  const text = licence.replace(/[()]/g, "");
  return text.split(" OR ").some((choice) => choice.split(" AND ").every((one) => ALLOWED.has(one.trim())));
}

/** `npm run audit:licences` */
if (process.argv[1]?.endsWith("licences.mjs")) {
  const packages = dependencies();
  const bad = refused(packages);
  for (const { name, version, licence } of bad) console.error(`${name} ${version}: ${licence ?? "no licence named"}`);
  console.log(
    bad.length === 0
      ? `The licences of all ${packages.length} packages are compatible with Apache-2.0.`
      : `${bad.length} of ${packages.length} packages need another package, or an exception with its reason in lib/operate/launch/licences.mjs.`,
  );
  process.exitCode = bad.length === 0 ? 0 : 1;
}
