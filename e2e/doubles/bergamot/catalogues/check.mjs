// node e2e/doubles/bergamot/catalogues/check.mjs [SERVER]
//
// Compares Mozilla's current records with the newest ones stored here; fails if their format or the pairs have changed.
// With --print it prints the current records in the stored form: one line per model with its languages, architecture,
// version, the compressed bytes of its files, and its filter expression.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const COLLECTION = "translations-models-v2";
const [server = "https://firefox.settings.services.mozilla.com/v1"] = process.argv
  .slice(2)
  .filter((word) => word !== "--print");
const newest = readdirSync(import.meta.dirname)
  .filter((name) => name.startsWith(`${COLLECTION}.`))
  .sort()
  .at(-1);
const kept = readFileSync(path.join(import.meta.dirname, newest), "utf8")
  .trimEnd()
  .split("\n");
const keptPairs = new Set(kept.map((line) => line.split("\t").slice(0, 2).join("-")));
const keptFilters = new Set(kept.map((line) => line.split("\t").at(-1)));

const response = await fetch(`${server}/buckets/main/collections/${COLLECTION}/records`);
if (!response.ok) throw new Error(`${server} answered ${response.status}.`);
const { data } = await response.json();
if (process.argv.includes("--print")) {
  process.stdout.write(linesOf(data));
  process.exit();
}
const FIELDS = ["name", "version", "fileType", "attachment", "architecture", "sourceLanguage", "targetLanguage"];
const unlike = data.filter((record) => FIELDS.some((field) => record[field] === undefined));
const pairs = new Set(data.map(({ sourceLanguage, targetLanguage }) => `${sourceLanguage}-${targetLanguage}`));
const filters = new Set(data.map(({ filter_expression }) => filter_expression ?? ""));
const versions = new Set(data.map(({ version }) => Number.parseInt(version, 10)).filter((major) => major > 3));

const changes = [
  ["Records without a field that is read", unlike.map(({ name, id }) => name ?? id)],
  ["Pairs that are gone", [...keptPairs].filter((pair) => !pairs.has(pair))],
  ["New pairs", [...pairs].filter((pair) => !keptPairs.has(pair))],
  ["New filter expressions", [...filters].filter((filter) => !keptFilters.has(filter))],
  ["Major versions that this engine does not load", [...versions]],
].filter(([, values]) => values.length > 0);
for (const [title, values] of changes) console.log(`- ${title}: ${values.join(", ")}`);
if (changes.length === 0) console.log(`The records are as in ${newest}: ${pairs.size} pairs.`);
process.exitCode = changes.length > 0 ? 1 : 0;

function linesOf(records) {
  const models = new Map();
  for (const record of records) {
    const { architecture = "", version, filter_expression, fileType, attachment } = record;
    const [source, target] = [record.sourceLanguage ?? record.fromLang, record.targetLanguage ?? record.toLang];
    const key = [source, target, architecture, version, filter_expression ?? ""].join("\t");
    models.set(key, [...(models.get(key) ?? []), `${fileType}=${attachment.size}`]);
  }
  const lines = [...models].map(([key, files]) => {
    const cells = key.split("\t");
    return [...cells.slice(0, 4), files.sort().join(" "), cells[4]].join("\t");
  });
  return `${lines.sort().join("\n")}\n`;
}
