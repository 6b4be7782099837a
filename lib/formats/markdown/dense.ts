import { linesOf } from "@/lib/formats/lines";

/**
 * Maximum marks in a paragraph: more would take the parser quadratic time. Generated lists of links have some hundreds.
 */
const MAX_MARKS = 1_000;

/** Characters for which the parser looks far ahead or back. */
const MARK = /[[*_~`$]|<[!?]/g;

/** Lines that begin another block: lists, headings, fences, tables, front matter. */
const OWN = /^[ \t>]*(?:[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|`{3}|~{3}|\$\$|\||---[ \t]*$|\+\+\+[ \t]*$)/;

const FENCE = /^[ \t>]*(?:`{3}|~{3}|\$\$|---[ \t]*$|\+\+\+[ \t]*$)/;

const CODE_FENCE = /^[ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?(`{3,}|~{3,})/;

const DELIMITER_ROW = /^[ \t>]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+$/;

/** A link definition. Many may follow each other, because each is parsed separately. */
const DEFINITION = /^[ \t>]{0,20}\[[^\]]{1,999}\]:/;

/** MDX code, of which no part can be blanked. */
const MDX_CODE = /^\s*(?:import|export|[<{])/;

export type ThinnedMarkdown = {
  /** The document in which such paragraphs are blank, with the same length. */
  readonly mask: string;
  /** Number of paragraphs that were blanked. */
  readonly left: number;
};

/** Blanks paragraphs with more marks of links, emphasis and code than any reader could follow. Linear. */
export function blankDenseParagraphs(mask: string, mdx: boolean): ThinnedMarkdown {
  if (mask.length <= MAX_MARKS) return { mask, left: 0 };
  const pieces: string[] = [];
  let from = 0;
  let left = 0;
  let marks = 0;
  let start = 0;
  let end = 0;
  let isTable = false;
  let mayDefine = true;
  let fence = "";
  const finish = () => {
    if (marks > MAX_MARKS && !(mdx && MDX_CODE.test(mask.slice(start, start + 200)))) {
      pieces.push(mask.slice(from, start), mask.slice(start, end).replace(/[^\r\n]/g, " "));
      from = end;
      // Code is not translated anyway, so it does not count.
      if (fence === "") left++;
    }
    marks = 0;
    isTable = false;
  };
  for (const line of linesOf(mask)) {
    const isBlank = line.text.trim() === "";
    if (DELIMITER_ROW.test(line.text)) isTable = true;
    const isDefinition: boolean = mayDefine && DEFINITION.test(line.text);
    mayDefine = isBlank || isDefinition;
    if (isBlank || isDefinition || OWN.test(line.text) || (isTable && line.text.includes("|"))) {
      const wasTable: boolean = isTable;
      finish();
      isTable = wasTable && !isBlank;
      start = line.start;
    }
    const mark = CODE_FENCE.exec(line.text)?.[1] ?? "";
    if (fence === "") fence = mark;
    else if (mark.startsWith(fence)) fence = "";
    if (isBlank || FENCE.test(line.text)) {
      start = line.end;
      end = line.end;
      continue;
    }
    marks += line.text.match(MARK)?.length ?? 0;
    if (start === end) start = line.start;
    end = line.end;
  }
  finish();
  return { mask: left === 0 ? mask : pieces.join("") + mask.slice(from), left };
}
