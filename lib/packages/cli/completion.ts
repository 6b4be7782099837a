import { type Command, type Outcome, UsageError } from "./command";

/** A shell script that completes commands and options. */
export function completion(shell: string | undefined, commands: Readonly<Record<string, Command>>): Outcome {
  const names = Object.keys(commands);
  const optionsOf = (name: string) =>
    [...Object.keys(commands[name]?.options ?? {}), "json", "help"].map((one) => `--${one}`);
  const script = scriptOf(shell, names, optionsOf);
  return { data: { shell, script }, text: script };
}

function scriptOf(shell: string | undefined, names: readonly string[], optionsOf: (name: string) => string[]): string {
  if (shell === "fish")
    return names
      .flatMap((name) => [
        `complete -c dragoman -n __fish_use_subcommand -a ${name}`,
        ...optionsOf(name).map(
          (one) => `complete -c dragoman -n '__fish_seen_subcommand_from ${name}' -l ${one.slice(2)}`,
        ),
      ])
      .join("\n");
  if (shell !== "bash" && shell !== "zsh")
    throw new UsageError("Name the shell: dragoman completion bash, zsh or fish");
  const cases = names.map((name) => `    ${name}) words="${optionsOf(name).join(" ")}" ;;`).join("\n");
  const bash = `_dragoman() {
  local words
  case "\${COMP_WORDS[1]}" in
${cases}
    *) words="${names.join(" ")}" ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${names.join(" ")}"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _dragoman dragoman`;
  return shell === "zsh" ? `autoload -U +X bashcompinit && bashcompinit\n${bash}` : bash;
}
