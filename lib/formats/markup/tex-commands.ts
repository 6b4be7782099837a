const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** Parses "name 2 name 1": names with their numbers of arguments. */
const counted = (list: string): ReadonlyMap<string, number> =>
  new Map([...list.matchAll(/(\S+)\s+(\d)/g)].map(([, name, count]) => [name!, Number(count)]));

/**
 * Commands with their numbers of arguments, mostly of CVs and letters (moderncv, Awesome-CV, AltaCV). Each argument is
 * a separate text.
 */
export const MACROS = counted(
  `cvsection 1 cvsubsection 1 cventry 6 cvitem 2 cvitemwithcomment 3 cvdoubleitem 4 cvlistitem 1 cvlistdoubleitem 2
   cvline 2 cvlanguage 3 cvcomputer 4 cvskill 2 cvhonor 4 cvevent 4 cvtag 1 cvachievement 3 cvproject 5
   makecvfooter 3 lettersection 1 markboth 2 markright 1 lettertitle 1 letteropening 1 letterclosing 1
   letterenclosure 1 opening 1 closing 1 position 1 quote 1 tagline 1`,
);

/** Commands with text that are before the beginning of the document. */
export const IN_PREAMBLE =
  /\\(?:title|subtitle|position|quote|tagline|lettertitle|letteropening|letterclosing|letterenclosure)\s{0,10}(?=[[{])/g;

/** Commands without text: they define or set something, or contain names. */
const NO_TEXT =
  /^(?:(?:re)?newcommand|providecommand|newenvironment|renewenvironment|newtheorem|define\w*|Declare\w*|def|let|set\w*|addto\w*|use\w+|input|include\w*|import|subfile|bibliography\w*|nocite|label|author|date|index|hypersetup|lstset|pgf\w*|tikz\w*|graphicspath|rule|[hv]space|hyphenation|write\w*|if\w+|special|pdf\w+)$/;

/** Whether the arguments of an unknown command contain prose: two adjacent words. */
export function holdsProse(name: string, raw: string): boolean {
  if (NO_TEXT.test(name) || !raw.includes("{")) return false;
  const plain = raw.replace(/\\[a-zA-Z@]+\*?|\$[^$]{0,500}\$|\[[^\]]{0,200}\]/g, "{").slice(0, 5_000);
  return /\p{L}{2,}[,.:;]? +\p{L}{2,}/u.test(plain) && !/^\{[\w ]+=/.test(plain);
}

/** Commands without arguments. Braces after them are a group of the text. */
export const SWITCHES = words(
  `vfill hfill baselineskip large Large LARGE huge Huge small footnotesize scriptsize tiny normalsize bfseries itshape scshape
   slshape sffamily rmfamily mdseries upshape cdotp null hrulefill dotfill raggedright raggedleft selectfont`,
);

/** The same, for commands that end a paragraph. */
export const BREAKS = words(
  `par newpage clearpage cleardoublepage pagebreak hline toprule midrule bottomrule maketitle tableofcontents noindent centering
   bigskip medskip smallskip cline appendix frontmatter mainmatter backmatter`,
);

/** Commands around words of a sentence, with their number of arguments; the text is the last one. */
export const FORMATS = counted(
  `textbf 1 textit 1 emph 1 underline 1 textsc 1 textsf 1 textrm 1 textsl 1 textup 1 textmd 1 textnormal 1 text 1
   mbox 1 enquote 1 uline 1 hl 1 so 1 sout 1 textsuperscript 1 textsubscript 1 uppercase 1 MakeUppercase 1
   lowercase 1 alert 1 structure 1 textcolor 2 colorbox 2 href 2 hyperlink 2 hyperref 1 foreignlanguage 2 fbox 1
   makebox 1 framebox 1 centerline 1 textquote 1 foreignquote 2 hypertarget 2 textarabic 1`,
);

/** Commands whose argument is a separate text. */
export const HEADINGS = words(
  `part chapter section subsection subsubsection paragraph subparagraph addchap addsec minisec title subtitle frametitle framesubtitle
   caption subcaption paragraph* abstract dedication publishers institute blockquote makecell thead`,
);
/** Of these, commands whose optional argument is a shorter text for the table of contents and page headers. */
export const SHORTENED = words(
  "part chapter section subsection subsubsection paragraph subparagraph addchap addsec title subtitle caption frametitle institute",
);
/** Cells with their number of arguments; the text is the last one. */
export const CELLS = counted("multicolumn 3 multirow 3 captionof 2 parbox 2 resizebox 3 scalebox 2 addcontentsline 3");
/** Commands within a sentence whose argument is a separate text. */
export const NOTES = words("footnote thanks footnotetext marginpar sidenote endnote marginnote note");

/** Commands that act as a word. */
export const WORDS = words(
  `ref eqref pageref autoref nameref cref Cref vref cite citep citet citealp citealt citeauthor citeyear textcite parencite autocite footcite
   Cite Citet Citep gls Gls glspl Glspl acrshort acrlong acrfull ac acp url nolinkurl path texttt lstinline code ensuremath num SI si qty unit
   LaTeX TeX LaTeXe BibTeX XeTeX today ldots dots textellipsis`,
);

/** Environments without prose. */
export const VERBATIM = words(
  `verbatim Verbatim lstlisting minted comment filecontents tikzpicture pgfpicture picture forest algorithm algorithmic algorithm2e
   thebibliography alltt asy tabbing lilypond chemfig circuitikz axis`,
);
export const MATH = words(
  "equation align gather multline eqnarray math displaymath alignat flalign dmath split array cases matrix pmatrix bmatrix subequations",
);

/** Number of arguments in braces after an environment's `\begin`. */
export const ARGUMENTS = counted(
  "tabular 1 tabular* 2 tabularx 2 tabulary 2 longtable 1 minipage 1 multicols 1 wrapfigure 2 column 1 adjustbox 1 spacing 1 otherlanguage 1",
);
export const TITLED = words("frame block alertblock exampleblock");
/** Environments whose optional argument is a name or a note. */
export const NAMED = words(
  "theorem lemma corollary proposition definition remark example proof claim conjecture exercise",
);
