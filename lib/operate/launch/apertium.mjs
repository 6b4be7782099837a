import { installCommand, installPackages, knownPackages, missingPackages } from "./apt.mjs";

/** Programs that Debian's pipelines run; not every package of a pair declares all of them as dependencies. */
const TOOLS = [
  "apertium",
  "apertium-anaphora",
  "apertium-lex-tools",
  "apertium-recursive",
  "apertium-separable",
  "cg3",
];

/** The widest coverage below 150 MB: 50 direct pairs and directions of 31 languages, including English–Catalan. */
const DEFAULT_PAIRS = [
  ...["afr-nld", "bel-rus", "en-gl", "eng-cat", "eng-spa", "eo-en", "eo-es", "es-gl", "es-pt", "es-ro", "eu-es"],
  ...["fr-es", "ind-zlm", "isl-eng", "isl-swe", "mkd-bul", "mkd-eng", "oc-es", "pol-szl", "rus-ukr", "spa-arg"],
  ...["spa-ast", "spa-cat", "spa-ita", "swe-dan", "swe-nor", "urd-hin"],
];

const OTHER_PAIRS = [
  ...["arg-cat", "br-fr", "cat-ita", "cat-srd", "dan-nor", "eo-ca", "eo-fr", "eu-en", "fra-cat", "fra-frp"],
  ...["hbs-eng", "hbs-mkd", "hbs-slv", "nno-nob", "oc-ca", "oci-fra", "por-cat", "pt-gl", "srd-ita"],
];

/** The pairs required by the tests. */
export const TEST_PACKAGES = [
  ...TOOLS,
  ...["eng-spa", "fr-es", "es-pt", "spa-ita", "eng-cat", "spa-cat", "en-gl", "swe-nor"].map(
    (pair) => `apertium-${pair}`,
  ),
];

/**
 * Installs missing engine packages. Never fails the start: the server runs without them and prints what to do.
 * @param {string} setting APERTIUM_PACKAGES: `default`, `all`, `none`, or a list
 * @returns {Promise<{ outcome: string, notes?: string[] }>}
 */
export async function installApertium(setting) {
  const wanted = wantedPackages(setting);
  const missing = await missingPackages(wanted);
  if (missing === null)
    return { outcome: "skipped", notes: ["Apertium's packages need apt, which this system lacks."] };
  if (missing.length === 0) return { outcome: setting === "none" ? "disabled" : "up to date" };
  const known = await knownPackages(wanted);
  // On a new system the package lists are empty. Otherwise a package missing from them does not exist.
  const obtainable = known.size > 0 ? missing.filter((name) => known.has(name)) : missing;
  const unobtainable = missing.filter((name) => !obtainable.includes(name));
  const notes = unobtainable.length > 0 ? [`This system has no package called ${unobtainable.join(", ")}.`] : [];
  if (obtainable.length === 0) return { outcome: "up to date", notes };

  const { state, unknown, output } = await installPackages(obtainable);
  const byHand = `  ${installCommand(obtainable)}`;
  switch (state) {
    case "installed":
      return { outcome: `${counted(obtainable.length - unknown.length)} installed`, notes };
    case "forbidden":
      notes.push("For more languages, install the engine's packages, then start again:", byHand);
      return { outcome: `${counted(obtainable.length)} missing`, notes };
    case "failed":
      notes.push(
        ...lastLines(output),
        "apt could not install the engine's packages. Once it can, run this and start again:",
        byHand,
      );
      return { outcome: "failed; starting without", notes };
  }
}

/** Debian packages of a setting: `default`, `all`, `none`, or a list. @returns {string[]} */
export function wantedPackages(setting) {
  if (setting === "none") return [];
  const named = (pairs) => [...TOOLS, ...pairs.map((pair) => `apertium-${pair}`)];
  if (setting === "default") return named(DEFAULT_PAIRS);
  if (setting === "all") return named([...DEFAULT_PAIRS, ...OTHER_PAIRS]);
  return setting.split(/[\s,]+/).filter(Boolean);
}

const counted = (packages) => (packages === 1 ? "1 package" : `${packages} packages`);

const lastLines = (output) => output.trim().split("\n").filter(Boolean).slice(-4);
