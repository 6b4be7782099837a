import type { Finding, Subject } from "./subject";
import type { TextView } from "./text-view";

/** Maximum listed matches of a check. */
const MAX_MATCHES = 20;

/** Runs the project's own patterns, in the order of its settings. */
export function* customChecks({ source, target, codes, context }: Subject): Generator<Finding> {
  if (!context.customChecks || target.isBlank) return;
  const [from, to] = [readable(source, codes), readable(target, codes)];
  for (const { id, severity, message, source: where, target: what, finding } of context.customChecks) {
    if (where && where(from.text, 1).length === 0) continue;
    const found = what(to.text, finding === "match" ? MAX_MATCHES : 1);
    const issue = { check: id, severity, params: { message } };
    if (finding === "no_match" && found.length === 0) yield issue;
    if (finding === "match")
      for (const { start, end } of found) yield { ...issue, ...target.range(to.at(start), to.at(end - 1) + 1) };
  }
}

type Readable = {
  readonly text: string;
  /** The offset in {@link TextView.plain} of a character in the text. */
  readonly at: (index: number) => number;
};

/** A text with the placeholders and line breaks of its codes as written in the file. */
function readable({ plain, tokens }: TextView, codes: Subject["codes"]): Readable {
  let text = "";
  const cuts: { readonly from: number; readonly to: number; readonly plain: number }[] = [];
  let at = 0;
  for (const token of tokens) {
    if (token.type === "text") {
      text += token.text;
      at += token.text.length;
    } else if (token.type === "single") {
      const wording = codes.get(token.id)?.equiv ?? "";
      cuts.push({ from: text.length, to: text.length + wording.length, plain: at });
      text += wording;
      at++;
    }
  }
  if (cuts.length === 0) return { text: plain, at: (index) => index };
  return {
    text,
    at: (index) => {
      const last = cuts.findLast(({ from }) => from <= index);
      if (!last) return index;
      return index < last.to ? last.plain : index - last.to + last.plain + 1;
    },
  };
}
