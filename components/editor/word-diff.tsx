import { ForeignText } from "@/components/language/foreign-text";
import { diffWords } from "@/lib/text/diff";
import { plainText } from "@/lib/text/segment";

type WordDiffProps = {
  readonly before: string;
  readonly after: string;
  readonly language: string;
  /** Labels of deletions and insertions for screen readers. */
  readonly labels: { readonly deleted: string; readonly inserted: string };
};

/** Two encoded texts as one, with differences marked by lines and colour. */
export function WordDiff({ before, after, language, labels }: WordDiffProps) {
  return (
    <ForeignText lang={language} as="div" className="break-words whitespace-pre-wrap">
      {diffWords(plainText(before), plainText(after)).map(({ kind, text }, i) => {
        const key = `${i} ${kind}`;
        if (kind === "equal") return <span key={key}>{text}</span>;
        return kind === "delete" ? (
          <del key={key} className="bg-danger-soft text-danger">
            <span className="sr-only">{labels.deleted} </span>
            {text}
          </del>
        ) : (
          <ins key={key} className="bg-success-soft text-success">
            <span className="sr-only">{labels.inserted} </span>
            {text}
          </ins>
        );
      })}
    </ForeignText>
  );
}
