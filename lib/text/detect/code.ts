import { findCommands } from "@/lib/text/message/commands";

/** Words that begin a statement, followed by signs that prose hardly has. */
const STATEMENT =
  /^(?:import|from|export|const|let|var|function|def|fn|func|class|struct|return|if|else|elif|for|foreach|while|switch|case|try|catch|public|private|static|package|using|namespace|print|echo|#include|@\w+)\b.*(?:\w\(|[{}[\];=<>]|:$|["']\S+["'])/;
/** A command of a shell, with an option, a path, a variable, or another command after it. */
const SHELL =
  /^(?:\$ |sudo )?(?:chmod|chown|rm|cp|mv|ls|cd|mkdir|curl|wget|ssh|scp|grep|sed|awk|cat|tail|tar|unzip|kill|echo)\s(?:.*\s)?(?:--?[a-zA-Z][\w-]*(?:\s|=|$)|[$~.]?\/\w|\$\w|(?:&&|\|) )/;
/** A line that ends as statements do. */
const STATEMENT_END = /[;{}]$|^[)}\]]+[;,]?$/;
const PUNCTUATION = /[{}()[\];=<>$&|*_\\+#@]/g;
/** Part of a line's visible characters that are such, and the least number of them; part of a text's lines. */
const DENSE = 0.12;
const MIN_PUNCTUATION = 4;
const MIN_CODE_LINES = 0.5;
/** Part of a line that commands fill. */
const COMMANDS = 0.5;

/** Whether most lines of a text are program code: its words say nothing about the language of a reader. */
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
