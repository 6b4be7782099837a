import type { ParseArgsConfig } from "node:util";
import type { Dragoman } from "@/lib/packages/sdk/sdk";

/** Exit codes, for scripts. */
export const EXIT = { done: 0, failed: 1, usage: 2, belowThreshold: 3, refused: 4 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Output of a command: `data` with `--json`, else `text`. */
export type Outcome = { readonly data: unknown; readonly text: string; readonly code?: ExitCode };

export type Values = Readonly<Record<string, string | boolean | undefined>>;

export type Context = {
  readonly cwd: string;
  readonly values: Values;
  readonly positionals: readonly string[];
  /** Connects with the stored or given key. Throws {@link UsageError} without one. */
  readonly connect: () => Dragoman;
  /** Shows progress; silent with `--json` and outside a terminal. */
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

/** Failed for the reason that the message gives: exit code 1. */
export class FailedError extends Error {}

export function text(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Comma-separated values of an option. */
export function list(values: Values, name: string): string[] {
  return (text(values, name) ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);
}
