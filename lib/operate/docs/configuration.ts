import { z } from "zod";
import { ENV_SECTIONS, EnvSchema } from "@/lib/base/env";

type Setting = { readonly default?: unknown; readonly description?: string; readonly enum?: readonly unknown[] };

/** docs/configuration.md: every variable of lib/base/env.ts with its default and meaning. */
export function configurationPage(): string {
  const lines = [
    "# Configuration",
    "",
    "<!-- Generated from lib/base/env.ts by `npm run docs`. Do not edit by hand. -->",
    "",
    "Settings are environment variables, or lines of a file `.env` in the project folder. An empty value counts as unset.",
    "An invalid value stops the start with one sentence per variable. All variables are optional.",
  ];
  for (const [name, setting] of settings()) {
    const section = ENV_SECTIONS[name as keyof typeof ENV_SECTIONS];
    if (section) lines.push("", `## ${section}`, "", "| variable | default | meaning |", "|---|---|---|");
    lines.push(`| \`${name}\` | ${defaultOf(setting)} | ${meaningOf(setting)} |`);
  }
  return `${lines.join("\n")}\n`;
}

/** Variables in the order of the schema. */
function settings(): [string, Setting][] {
  const schema = z.toJSONSchema(EnvSchema, { io: "input", unrepresentable: "any" });
  return Object.entries((schema.properties ?? {}) as Record<string, Setting>);
}

function defaultOf({ default: value }: Setting): string {
  const words = Array.isArray(value) ? value.join(" ") : value;
  return words === undefined || words === "" ? "–" : `\`${words}\``;
}

function meaningOf({ description = "", enum: choices = [] }: Setting): string {
  const isFlag = choices.length === 4 && choices.includes("1");
  const values = isFlag ? ["true", "false"] : choices;
  return `${description}.${values.length > 0 ? ` One of ${values.map((one) => `\`${one}\``).join(", ")}.` : ""}`;
}
