/**
 * Commands, mostly of CVs and letters (moderncv, Awesome-CV, AltaCV), with the number of their arguments: each is a text
 * of its own.
 */
export const MACROS: ReadonlyMap<string, number> = new Map(
  (
    "cvsection 1 cvsubsection 1 cventry 6 cvitem 2 cvitemwithcomment 3 cvdoubleitem 4 cvlistitem 1 cvlistdoubleitem 2 cvline 2 " +
    "cvlanguage 3 cvcomputer 4 cvskill 2 cvhonor 4 cvevent 4 cvtag 1 cvachievement 3 cvproject 5 makecvfooter 3 lettersection 1 " +
    "markboth 2 markright 1 lettertitle 1 letteropening 1 letterclosing 1 letterenclosure 1 opening 1 closing 1 position 1 quote 1 tagline 1"
  )
    .split(" ")
    .flatMap((word, index, all) => (index % 2 === 0 ? [[word, Number(all[index + 1])] as const] : [])),
);

/** Texts before the beginning of the document. */
export const IN_PREAMBLE =
  /\\(?:title|subtitle|position|quote|tagline|lettertitle|letteropening|letterclosing|letterenclosure)\s{0,10}(?=[[{])/g;

/** Commands that define or set something, and names. */
const NO_TEXT =
  /^(?:(?:re)?newcommand|providecommand|newenvironment|renewenvironment|newtheorem|define\w*|Declare\w*|def|let|set\w*|addto\w*|use\w+|input|include\w*|import|subfile|bibliography\w*|nocite|label|author|date|index|hypersetup|lstset|pgf\w*|tikz\w*|graphicspath|rule|[hv]space|hyphenation|write\w*|if\w+|special|pdf\w+)$/;

/** Whether the arguments of a command that is not known hold prose: two words next to each other. */
export function holdsProse(name: string, raw: string): boolean {
  if (NO_TEXT.test(name) || !raw.includes("{")) return false;
  const plain = raw.replace(/\\[a-zA-Z@]+\*?|\$[^$]{0,500}\$|\[[^\]]{0,200}\]/g, "{").slice(0, 5_000);
  return /\p{L}{2,}[,.:;]? +\p{L}{2,}/u.test(plain) && !/^\{[\w ]+=/.test(plain);
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** Commands without arguments: braces after them are a group of the text. */
export const SWITCHES = words(
  `vfill hfill baselineskip large Large LARGE huge Huge small footnotesize scriptsize tiny normalsize bfseries itshape scshape
   slshape sffamily rmfamily mdseries upshape quad qquad null hrulefill dotfill raggedright raggedleft selectfont`,
);

/** The same, where a paragraph ends. */
export const BREAKS = words(
  `par newpage clearpage cleardoublepage pagebreak hline toprule midrule bottomrule maketitle tableofcontents noindent centering
   bigskip medskip smallskip cline appendix frontmatter mainmatter backmatter`,
);
