import type { ParseArgsConfig } from "node:util";
import type { Dragoman } from "@/lib/packages/sdk/sdk";

/** Exit codes, for scripts. */
export const EXIT = { done: 0, failed: 1, usage: 2, belowThreshold: 3, refused: 4 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Output of a command: `data` with `--json`, otherwise `text`. */
export type Outcome = { readonly data: unknown; readonly text: string; readonly code?: ExitCode };

export type Values = Readonly<Record<string, string | boolean | undefined>>;

export type Context = {
  readonly cwd: string;
  readonly values: Values;
  readonly positionals: readonly string[];
  /** Connects with the key given on the command line or the stored one. Throws {@link UsageError} without a key. */
  readonly connect: () => Dragoman;
  /** Prints a line of progress; prints nothing with `--json` and outside a terminal. */
  readonly progress: (line: string) => void;
};

export type Command = {
  readonly summary: string;
  readonly usage: string;
  readonly options?: NonNullable<ParseArgsConfig["options"]>;
  readonly run: (context: Context) => Promise<Outcome>;
};

/** Invalid command line or configuration: exit code 2. */
export class UsageError extends Error {}

/** Continuing would destroy work: exit code 4. */
export class RefusedError extends Error {}

/** The command failed for the reason in the message: exit code 1. */
export class FailedError extends Error {}

export function text(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The comma-separated values of an option. */
export function list(values: Values, name: string): string[] {
  return (text(values, name) ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);
}
