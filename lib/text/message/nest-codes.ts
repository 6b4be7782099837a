import type { InlineCode, Token } from "@/lib/text/segment";
import type { InlineCodeKind } from "@/lib/vocabulary/segments";

/**
 * Makes the codes of a translation well formed: drops unknown and doubled ones, closes overlapping pairs early, and
 * appends missing required ones unless `leave`. Linear time; `repairCodes` finds better positions.
 */
export function nestCodes(
  tokens: readonly Token[],
  codes: readonly InlineCode[],
  lost: "add" | "leave" = "add",
): Token[] {
  const kinds = new Map<number, InlineCodeKind>(codes.map((code) => [code.id, code.kind]));
  const isPair = (id: number) => kinds.get(id) === "pair" || kinds.get(id) === "format";
  const settled: Token[] = [];
  const seen = new Set<number>();
  const open: number[] = [];
  const isOpen = new Set<number>();
  for (const token of tokens) {
    if (token.type === "text") {
      settled.push(token);
    } else if (token.type === "single") {
      if (!kinds.has(token.id) || isPair(token.id) || seen.has(token.id)) continue;
      seen.add(token.id);
      settled.push(token);
    } else if (token.type === "open") {
      const again = seen.has(token.id) && (kinds.get(token.id) !== "format" || isOpen.has(token.id));
      if (!isPair(token.id) || again) continue;
      seen.add(token.id);
      open.push(token.id);
      isOpen.add(token.id);
      settled.push(token);
    } else if (isOpen.has(token.id)) {
      for (let id = open.pop(); id !== undefined; id = id === token.id ? undefined : open.pop()) {
        isOpen.delete(id);
        settled.push({ type: "close", id });
      }
    }
  }
  while (open.length) settled.push({ type: "close", id: open.pop()! });
  for (const code of lost === "add" ? codes : []) {
    if (seen.has(code.id) || code.deletable || code.kind === "format") continue;
    if (isPair(code.id)) settled.push({ type: "open", id: code.id }, { type: "close", id: code.id });
    else settled.push({ type: "single", id: code.id });
  }
  return settled;
}
