import { parseArgs } from "node:util";
import { Dragoman, isDragomanError } from "@/lib/packages/sdk/sdk";
import { adopt } from "./adopt";
import {
  type Command,
  type Context,
  EXIT,
  type ExitCode,
  FailedError,
  RefusedError,
  text,
  UsageError,
  type Values,
} from "./command";
import { completion } from "./completion";
import { findCredentials, login } from "./credentials";
import { init } from "./init";
import { lint } from "./lint";
import { mcp } from "./mcp";
import { version } from "./package.json";
import { readProjectFile } from "./project-file";
import { pull } from "./pull";
import { push } from "./push";
import { status } from "./status";
import { translate } from "./translate";
import { watch } from "./watch";

const flag = { type: "boolean" } as const;
const value = { type: "string" } as const;

const COMMANDS: Readonly<Record<string, Command>> = {
  login: {
    summary: "Sign in through the browser, or with a key",
    usage: "login --url <address> [--key <key>]",
    run: login,
  },
  whoami: { summary: "Show server, workspace, tier and key", usage: "whoami", run: whoami },
  translate: {
    summary: "Translate a text, standard input or files",
    usage: "translate <text or files…> --to es,fr [--from en] [--out folder] [--force]",
    options: { to: value, from: value, out: value, force: flag },
    run: translate,
  },
  init: {
    summary: "Find locale files and write dragoman.json",
    usage: "init [--source en] [--to de,fr] [--project prj_…] [--force]",
    options: { source: value, to: value, project: value, force: flag },
    run: init,
  },
  adopt: {
    summary: "Bring a repository with its translations into a project, and prove that nothing is lost",
    usage: "adopt [--source en] [--to de,fr] [--project prj_…] [--explain]",
    options: { source: value, to: value, project: value, explain: flag },
    run: adopt,
  },
  push: {
    summary: "Send source files to the project",
    usage: "push [--translations [--replace] [--explain]] [--wait] [--dry-run] [--branch name]",
    options: {
      ...{ translations: flag, replace: flag, explain: flag },
      ...{ wait: flag, "dry-run": flag, branch: value },
    },
    run: push,
  },
  pull: {
    summary: "Write translations into their files",
    usage: "pull [--to de,fr] [--min-state reviewed] [--dry-run] [--force] [--branch name]",
    options: { to: value, "min-state": value, "dry-run": flag, force: flag, branch: value },
    run: pull,
  },
  status: {
    summary: "Show how far each language is",
    usage: "status [--fail-below 100] [--of translated] [--branch name]",
    options: { "fail-below": value, of: value, branch: value },
    run: status,
  },
  lint: { summary: "Check local translations", usage: "lint [--github]", options: { github: flag }, run: lint },
  watch: {
    summary: "Push and pull when source files change",
    usage: "watch [--force]",
    options: { force: flag, "min-state": value },
    run: watch,
  },
  languages: { summary: "List languages and their targets", usage: "languages", run: languages },
  models: {
    summary: "List the engines of a pair with their states",
    usage: "models --from en --to es",
    options: { from: value, to: value },
    run: models,
  },
  mcp: { summary: "Serve assistants over standard input and output", usage: "mcp", run: mcp },
  completion: {
    summary: "Print a completion script",
    usage: "completion bash|zsh|fish",
    run: async ({ positionals }) => completion(positionals[0], COMMANDS),
  },
};

const SHARED = { json: flag, url: value, key: value, help: { type: "boolean", short: "h" } } as const;

/** Runs one command line and gives its exit code. */
export async function main(args: readonly string[], cwd = process.cwd()): Promise<ExitCode> {
  const isJson = args.includes("--json");
  try {
    const [name = "help", ...rest] = args;
    const command = COMMANDS[name];
    if (name === "help" || name === "--help" || name === "-h")
      return print({ data: Object.keys(COMMANDS), text: help() }, isJson);
    if (name === "--version" || name === "-v") return print({ data: { version }, text: version }, isJson);
    if (!command) throw new UsageError(`There is no command ${name}.\n\n${help()}`);
    const { values, positionals } = parse(command, rest);
    if (values.help) return print({ data: command.usage, text: `dragoman ${command.usage}` }, isJson);
    return print(await command.run(contextOf(cwd, values, positionals)), isJson);
  } catch (error) {
    return fail(error, isJson);
  }
}

function parse(command: Command, args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { ...SHARED, ...command.options } });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\nUsage: dragoman ${command.usage}`);
  }
}

function contextOf(cwd: string, values: Values, positionals: readonly string[]): Context {
  const isShown = !values.json && process.stderr.isTTY;
  return {
    cwd,
    values,
    positionals,
    connect: () => {
      const { url, apiKey } = findCredentials(values, projectUrl(cwd));
      return new Dragoman({ baseUrl: url, apiKey });
    },
    progress: (line) => {
      if (isShown) process.stderr.write(`\r\u001b[K${line}`);
    },
  };
}

function projectUrl(cwd: string): string | undefined {
  try {
    return readProjectFile(cwd).url;
  } catch {
    return undefined;
  }
}

function print(
  { data, text: shown, code = EXIT.done }: { data: unknown; text: string; code?: ExitCode },
  isJson: boolean,
): ExitCode {
  if (process.stderr.isTTY && !isJson) process.stderr.write("\r\u001b[K");
  if (isJson) console.log(JSON.stringify(data, null, 2));
  else if (shown !== "") console.log(shown);
  return code;
}

function fail(error: unknown, isJson: boolean): ExitCode {
  const known = [UsageError, RefusedError, FailedError].some((one) => error instanceof one) || isDragomanError(error);
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof UsageError ? EXIT.usage : error instanceof RefusedError ? EXIT.refused : EXIT.failed;
  if (isJson) {
    const { code: name = "failed", details } = error as { code?: string; details?: unknown };
    console.log(JSON.stringify({ error: { code: name, message, ...(details ? { details } : {}) } }, null, 2));
  } else console.error(known ? message : error);
  return code;
}

function help(): string {
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(12)}${summary}`);
  return `Usage: dragoman <command> [--json] [--url <address>] [--key <key>]\n\n${lines.join("\n")}\n\nExit codes: 0 done, 1 failed, 2 usage, 3 below the threshold, 4 refused.`;
}

async function whoami({ cwd, values, connect }: Context) {
  const { url } = findCredentials(values, projectUrl(cwd));
  const [{ account, key, limits }, server] = await Promise.all([connect().getMe(), connect().getHealth()]);
  const versions = { server: server.version, command: version };
  const limit = limits.requestsPerHour === null ? "no hourly limit" : `${limits.requestsPerHour} requests an hour`;
  return {
    data: { url, account, key, limits, versions },
    text: [
      `${account.name} (${account.tier}, ${limit}) on ${url}`,
      `Key ${key?.name}: ${key?.scopes.join(", ")}`,
      `Server ${versions.server}, command ${versions.command}`,
    ].join("\n"),
  };
}

async function languages({ connect }: Context) {
  const answer = await connect().listLanguages();
  const lines = answer.languages.map(({ code, name, targets }) => `${code.padEnd(10)}${name} → ${targets.join(", ")}`);
  return { data: answer, text: lines.join("\n") };
}

async function models({ values, connect }: Context) {
  const source = text(values, "from");
  const target = text(values, "to");
  if (!source || !target) throw new UsageError("Name the pair: dragoman models --from en --to es");
  const [answer, health] = await Promise.all([connect().listEngines({ source, target }), connect().getHealth()]);
  const engines = answer.engines.map((one) => ({
    ...one,
    state: health.engines.find(({ id }) => id === one.id)?.state,
  }));
  const lines = engines.map(
    ({ id, state = "", quality, isLocal }) =>
      `${id.padEnd(16)}${state.padEnd(12)}quality ${quality ?? "unknown"}${isLocal ? "" : ", sends texts to another server"}`,
  );
  return { data: { ...answer, engines }, text: lines.join("\n") || "No engine translates this pair." };
}
