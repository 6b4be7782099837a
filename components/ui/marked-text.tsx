type MarkedTextProps = {
  readonly text: string;
  /** Ranges in order and without overlap, in UTF-16 units. */
  readonly spans: readonly { readonly start: number; readonly end: number }[];
};

/** A text with some parts marked. */
export function MarkedText({ text, spans }: MarkedTextProps) {
  return (
    <p dir="auto" className="break-words whitespace-pre-wrap">
      {spans.map(({ start, end }, index) => (
        <span key={start}>
          {text.slice(spans[index - 1]?.end ?? 0, start)}
          <mark className="rounded-xs bg-accent-soft text-accent-ink">{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(spans.at(-1)?.end ?? 0)}
    </p>
  );
}
