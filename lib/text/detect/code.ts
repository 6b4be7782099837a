import { findCommands } from "@/lib/text/message/commands";

/** Words that begin a statement, followed by characters that are rare in prose. */
const STATEMENT =
  /^(?:import|from|export|const|let|var|function|def|fn|func|class|struct|return|if|else|elif|for|foreach|while|switch|case|try|catch|public|private|static|package|using|namespace|print|echo|#include|@\w+)\b.*(?:\w\(|[{}[\];=<>]|:$|["']\S+["'])/;
/** A shell command with an option, a path, a variable, or another command after it. */
const SHELL =
  /^(?:\$ |sudo )?(?:chmod|chown|rm|cp|mv|ls|cd|mkdir|curl|wget|ssh|scp|grep|sed|awk|cat|tail|tar|unzip|kill|echo)\s(?:.*\s)?(?:--?[a-zA-Z][\w-]*(?:\s|=|$)|[$~.]?\/\w|\$\w|(?:&&|\|) )/;
/** A line that ends like a statement. */
const STATEMENT_END = /[;{}]$|^[)}\]]+[;,]?$/;
const PUNCTUATION = /[{}()[\];=<>$&|*_\\+#@]/g;
/** Minimum share and number of a line's characters that are code symbols, and minimum share of such lines. */
const DENSE = 0.12;
const MIN_PUNCTUATION = 4;
const MIN_CODE_LINES = 0.5;
/** Minimum share of a line that commands fill. */
const COMMANDS = 0.5;

/** True if most lines of a text are program code, whose words don't show in which language a person writes. */
export function isProgramCode(text: string): boolean {
  const lines = text.split("\n").flatMap((line) => line.trim() || []);
  const code = lines.filter((line) => {
    if (STATEMENT.test(line) || STATEMENT_END.test(line) || SHELL.test(line)) return true;
    const commands = findCommands(line).reduce((sum, { start, end }) => sum + end - start, 0);
    if (commands > line.length * COMMANDS) return true;
    const punctuation = line.match(PUNCTUATION)?.length ?? 0;
    return punctuation >= MIN_PUNCTUATION && punctuation / line.replace(/\s/g, "").length >= DENSE;
  });
  return lines.length > 0 && code.length / lines.length >= MIN_CODE_LINES;
}
