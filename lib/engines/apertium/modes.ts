import { execFile } from "node:child_process";
import { access, constants, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { parseLanguage } from "@/lib/text/languages";
import { withAdditions } from "./lexicon/additions";
import type { Stage } from "./pipeline";
import { JOIN } from "./tagger/tagger";

/** One direction for which a mode is used. */
export type Mode = { readonly name: string; readonly source: string; readonly target: string };

const LANGUAGE = /^[a-z]{2,3}(_[A-Za-z0-9]+)*$/;

/** Correctly named modes whose output is unusable (87 % unknown words, only lemmas, crashing programs). */
const HIDDEN: ReadonlySet<string> = new Set(
  ["eng-hbs", "hbs-mkd", "mkd-hbs"].flatMap((pair) => [pair, `${pair}_BS`, `${pair}_HR`, `${pair}_SR`]),
);

/** Apertium's variants that are languages or registered BCP 47 subtags. Spelling reforms are not offered. */
const VARIANTS: Readonly<Record<string, string>> = {
  cat_valencia: "ca-valencia",
  eng_US: "en-US",
  oc_aran: "oc-aranes",
  oci_aran: "oc-aranes",
  oc_gascon: "oc-gascon",
  oci_gascon: "oc-gascon",
  por_BR: "pt-BR",
  pt_BR: "pt-BR",
  hbs_SR: "sr-Latn",
  hbs_HR: "hr",
  hbs_BS: "bs",
};

/**
 * Pairs for which apertium-tagger crashes on most sentences (Debian 12): the constraint grammar's first reading is used
 * instead.
 */
const TAGGER_CRASHES: ReadonlySet<string> = new Set(["rus-ukr", "ukr-rus", "rus-bel"]);

/** The directions of installed modes, as BCP 47 tags, if all their programs and files exist. */
export async function listModes(folder: string): Promise<Mode[]> {
  const files = await readdir(folder).catch(() => []);
  const names = files.filter((file) => file.endsWith(".mode")).map((file) => file.slice(0, -".mode".length));
  const offered = names
    .map((name) => ({ name, directions: directionsOf(name) }))
    .filter((mode) => mode.directions.length > 0);
  const programs = new Map<string, Promise<boolean>>();
  const hasProgram = (command: string): Promise<boolean> => {
    const known = programs.get(command) ?? isProgram(command);
    programs.set(command, known);
    return known;
  };
  if (!(await hasProgram("apertium-wblank-mode")) || !(await hasProgram("sed"))) return [];
  const usable = await Promise.all(offered.map(({ name }) => isUsable(folder, name, hasProgram)));
  return offered.flatMap((mode, index) => (usable[index] ? mode.directions : []));
}

/**
 * The programs of a mode with null flush (`-z`), word-bound blanks, marks for unknown words, and workarounds for known
 * defects of Debian's modes. With `additions`, a folder for dictionaries, our additions are included. Rejects if the
 * mode can't be read.
 */
export async function loadStages(folder: string, name: string, additions?: string): Promise<Stage[]> {
  const file = path.join(folder, `${name}.mode`);
  const { stdout } = await promisify(execFile)("apertium-wblank-mode", ["-z", file], { encoding: "utf8" });
  const sed = await sedProgram();
  const stages = forgetful(name, await withOwnTagger(await repair(name, splitStages(stdout))), sed);
  return markUnknown(name, additions ? await withAdditions(name, stages, additions) : stages, sed);
}

/** `eng-spa_US` names two languages; a mode of Serbo-Croatian serves three. */
function directionsOf(name: string): Mode[] {
  const [source, target, ...more] = name.split("-");
  if (!source || !target || more.length > 0 || !LANGUAGE.test(source) || !LANGUAGE.test(target)) return [];
  if (HIDDEN.has(name)) return [];
  const targets = target === "hbs" ? [] : tagOf(target);
  const sources = source === "hbs" ? ["sr-Latn", "hr", "bs"] : tagOf(source);
  return sources.flatMap((from) => targets.map((to) => ({ name, source: from, target: to })));
}

function tagOf(language: string): string[] {
  const tag = language.includes("_") ? VARIANTS[language] : parseLanguage(language);
  return tag ? [tag] : [];
}

async function isUsable(
  folder: string,
  name: string,
  hasProgram: (command: string) => Promise<boolean>,
): Promise<boolean> {
  const text = await readFile(path.join(folder, `${name}.mode`), "utf8").catch(() => "");
  const stages = await repair(name, splitStages(text));
  const checks = stages.flatMap(([command, ...args]) => [
    hasProgram(command),
    ...args.filter((arg) => arg.startsWith("/")).map((arg) => exists(arg)),
  ]);
  return stages.length > 0 && (await Promise.all(checks)).every(Boolean);
}

/** A mode is one shell pipeline whose only quoting is `'…'` around paths. `$1` and `$2` are options. */
function splitStages(mode: string): Stage[] {
  return mode
    .split("|")
    .map((stage) => [...stage.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? ""))
    .map((words) => words.filter((word) => word !== "$2").map((word) => (word === "$1" ? "-g" : word)))
    .flatMap(([command, ...args]) => (command ? [[command, ...args] as const] : []));
}

async function repair(name: string, stages: readonly Stage[]): Promise<Stage[]> {
  const found = await Promise.all(
    stages.map(async ([command, ...args]): Promise<Stage> => [command, ...(await Promise.all(args.map(findFile)))]),
  );
  if (!TAGGER_CRASHES.has(name)) return found;
  const lastGrammar = found.findLastIndex(([command]) => command === "cg-proc");
  return found
    .map(
      ([command, ...args], index): Stage =>
        index === lastGrammar ? [command, "-1", "-n", ...args] : [command, ...args],
    )
    .filter(([command]) => command !== "apertium-tagger");
}

/**
 * Replaces apertium-tagger, whose answers depend on earlier messages, by our own tagger (see ./tagger/tagger.ts). Only
 * for hidden Markov models; the perceptrons of newer pairs (`-x`) have no such defect. The original is used if the
 * bundle of our tagger is missing.
 */
async function withOwnTagger(stages: readonly Stage[]): Promise<Stage[]> {
  const bundle = path.join(/* turbopackIgnore: true */ process.cwd(), ".build", "apertium-tagger.mjs");
  if (!(await exists(bundle))) return [...stages];
  return stages.map((stage): Stage => {
    const [command, ...args] = stage;
    const flags = args.filter((arg) => arg.startsWith("-")).join("");
    const file = args.find((arg) => !arg.startsWith("-"));
    if (command !== "apertium-tagger" || !file || !/^[-gzp]*$/.test(flags)) return stage;
    return [process.execPath, ...NODE_FLAGS, bundle, ...(flags.includes("p") ? ["--surface"] : []), file];
  });
}

/** A message that resets a program's state, in the stream format of the input of that program. */
type Forgetting = { readonly program: string; readonly message: string };

/**
 * The rules from Swedish to Norwegian remember the last auxiliary verb even across messages, and omit "har" after
 * another one. This message makes them remember "vilja", which has no effect, like no verb at the start.
 */
const FORGET_AUXILIARY: Forgetting = {
  program: "rtx-proc",
  message: "^vilja<vblex><pres><actv>/ville<vblex><pres>$ ^gå<vblex><inf><actv>/gå<vblex><inf>$",
};

/**
 * After some readings, such as a noun before a verb, the grammar from French to Occitan applies different rules to
 * "plus" in all later messages. This message makes it apply the rules of a newly started process.
 */
const FORGET_READING: Forgetting = {
  program: "cg-proc",
  message:
    "^l'/le<det><def><mf><sg>/le<prn><pro><p3><f><sg>/le<prn><pro><p3><m><sg>$ ^est/est<adj><mf><sp>/est<n><m><sg>/être<vbser><pri><p3><sg>$",
};

const FORGETTING: Readonly<Record<string, Forgetting>> = {
  "swe-nob": FORGET_AUXILIARY,
  "swe-nno": FORGET_AUXILIARY,
  "fra-oci": FORGET_READING,
  "fra-oci_gascon": FORGET_READING,
};

/**
 * A `sed` for messages that end with NUL, which writes each message immediately. Its own `--unbuffered` option would
 * also read byte by byte, with one system call each.
 */
async function sedProgram(): Promise<Stage> {
  return (await isProgram("stdbuf"))
    ? ["stdbuf", "--output=0", "sed", "--null-data"]
    : ["sed", "--unbuffered", "--null-data"];
}

/** Sends the message of {@link FORGETTING} before each message and drops its answers, which are every second one. */
function forgetful(name: string, stages: readonly Stage[], sed: Stage): readonly Stage[] {
  const forgetting = FORGETTING[name];
  if (!forgetting) return stages;
  const escaped = forgetting.message.replaceAll("/", "\\/");
  return stages.flatMap((stage): Stage[] =>
    stage[0] === forgetting.program ? [[...sed, `s/^/${escaped}\\x00/`], stage, [...sed, "1~2d"]] : [stage],
  );
}

/** Saves memory: the program handles a few strings and one message at a time. */
const NODE_FLAGS = ["--single-threaded", "--max-semi-space-size=1", "--max-old-space-size=64"];

/** Finds a file although apertium-eo-ca installs into `apertium-ca-eo/` and its mode says `apertium-eo-ca/`. */
async function findFile(argument: string): Promise<string> {
  if (!argument.startsWith("/") || (await exists(argument))) return argument;
  const swapped = argument.replace(/\/apertium-([a-z]+)-([a-z]+)\//, "/apertium-$2-$1/");
  return (await exists(swapped)) ? swapped : argument;
}

/**
 * Makes the generator mark unknown words (`-g`); a `sed` turns the mark into a blank after the word. The mark itself
 * would prevent contractions: "de *Irún" stays, "de Irún" becomes "d'Irún".
 */
function markUnknown(name: string, stages: readonly Stage[], sed: Stage): Stage[] {
  const generator = stages.findLastIndex(
    ([command, ...args]) => command === "lt-proc" && args.some((arg) => arg === "-g" || arg === "-n"),
  );
  if (generator < 0) return [...stages];
  const [command, ...args] = stages[generator]!;
  const marking: Stage = [command, ...args.map((arg) => (arg === "-n" ? "-g" : arg))];
  const moving: Stage = [...sed, 's/[@#]//g;s/\\*\\([^][ \\\\*.,;:!?"()/]*\\)/\\1[u]/g'];
  return [...stages.slice(0, generator), ...joining(name, sed), marking, moving, ...stages.slice(generator + 1)];
}

/**
 * Marks where words of the translation touch, as the tagger does for the source (repairs/gaps): rules from English put
 * a pronoun or number next to a word without a space (`loprefieren`, `codide6`). Other directions build compounds
 * (`bröstcancer`) and contractions in this way.
 */
const joining = (name: string, sed: Stage): Stage[] => (/^eng?-/.test(name) ? [[...sed, `s/\\$\\^/$${JOIN}^/g`]] : []);

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

async function isProgram(command: string): Promise<boolean> {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const found = folders.map((folder) =>
    access(path.join(folder, command), constants.X_OK).then(
      () => true,
      () => false,
    ),
  );
  return (await Promise.all(found)).some(Boolean);
}
