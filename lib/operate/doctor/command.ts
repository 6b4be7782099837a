import { parseArgs } from "node:util";
import { closeDatabase } from "@/db/client";
import { env } from "@/lib/base/env";
import { serverSecret } from "@/lib/base/secret-box";
import { closeEngines } from "@/lib/engines/registry";
import { databaseChecks } from "./database";
import { examine, type Finding } from "./finding";
import { machineChecks } from "./machine";

const HELP = `npm run doctor -- [--json] [--strict]

  Checks the deployment: database, migrations, secret, clock, disk, engines, object storage, mail, server and public
  address. It changes nothing that stays.

  --json     one JSON object instead of lines
  --strict   warnings count as faults

  Exit codes: 0 no faults, 1 at least one fault, 2 wrong options.`;

const MARKS: Readonly<Record<Finding["level"], string>> = { ok: "ok     ", warning: "warning", error: "ERROR  " };

async function main(): Promise<number> {
  const values = options();
  if (typeof values === "string") {
    console.error(`${values}\n\n${HELP}`);
    return 2;
  }
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const checks = [...databaseChecks(env(), serverSecret()), ...machineChecks(env())];
  const findings = await examine(checks, (finding) => {
    if (!values.json) console.log(`  ${MARKS[finding.level]}  ${finding.check}: ${finding.message}`);
  });
  const faults = findings.filter(({ level }) => level === "error" || (values.strict && level === "warning"));
  if (values.json) console.log(JSON.stringify({ ok: faults.length === 0, findings }, null, 2));
  else console.log(faults.length === 0 ? "\nNo faults found." : `\n${faults.length} faults found.`);
  return faults.length === 0 ? 0 : 1;
}

/** The parsed options, or a message about what is wrong with them. */
function options() {
  try {
    return parseArgs({
      options: { json: { type: "boolean" }, strict: { type: "boolean" }, help: { type: "boolean", short: "h" } },
    }).values;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}

const code = await main();
await closeEngines();
await closeDatabase();
process.exit(code);
