// node e2e/doubles/bergamot/catalogues/make.mjs < records.json > COLLECTION.DATE.tsv
//
// The facts of Remote Settings records that decide which models are offered, a line per model: its languages,
// architecture, version, kinds and packed bytes of its files, and filter expression.
import { readFileSync } from "node:fs";

const { data } = JSON.parse(readFileSync(0, "utf8"));
const models = new Map();
for (const record of data) {
  const { architecture = "", version, filter_expression, fileType, attachment } = record;
  const [source, target] = [record.sourceLanguage ?? record.fromLang, record.targetLanguage ?? record.toLang];
  const key = [source, target, architecture, version, filter_expression ?? ""].join("\t");
  models.set(key, [...(models.get(key) ?? []), `${fileType}=${attachment.size}`]);
}
const lines = [...models].map(([key, files]) => {
  const cells = key.split("\t");
  return [...cells.slice(0, 4), files.sort().join(" "), cells[4]].join("\t");
});
process.stdout.write(`${lines.sort().join("\n")}\n`);
