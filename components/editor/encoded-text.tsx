import type { ReactNode } from "react";
import { ForeignText } from "@/components/language/foreign-text";
import type { InlineCode } from "@/lib/text/segment";
import { tokenize } from "@/lib/text/segment";
import { withUnseen } from "./characters";
import { CHIP_CLASS, chipLabel } from "./field-dom";

type EncodedTextProps = {
  readonly text: string;
  readonly codes: readonly InlineCode[];
  readonly language: string;
  readonly className?: string;
};

/** Read-only text with its codes as chips. */
export function EncodedText({ text, codes, language, className = "" }: EncodedTextProps) {
  return (
    <ForeignText lang={language} as="div" className={`break-words whitespace-pre-wrap ${className}`}>
      {pieces(text, codes)}
    </ForeignText>
  );
}

function pieces(text: string, codes: readonly InlineCode[]): ReactNode[] {
  return tokenize(text).map((token, i, all) =>
    token.type === "text" ? (
      withUnseen(token.text, { start: i === 0, end: i === all.length - 1 }).map((piece, k) =>
        piece.isUnseen ? (
          <span key={k} className="unseen">
            {piece.text}
          </span>
        ) : (
          piece.text
        ),
      )
    ) : (
      <span key={i} dir="ltr" className={CHIP_CLASS}>
        {chipLabel(token, codes)}
      </span>
    ),
  );
}
