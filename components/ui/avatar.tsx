import { cx } from "./cx";

type AvatarProps = {
  readonly name: string;
  /** Shown together with the name, for example the person's activity. */
  readonly label?: string;
  readonly active?: boolean;
};

/** A person's initials. The name is the tooltip, and the text for screen readers. */
export function Avatar({ name, label = name, active = false }: AvatarProps) {
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={cx(
        "inline-grid size-6 shrink-0 place-items-center rounded-full text-[0.6875rem] font-medium select-none",
        active ? "bg-accent text-on-accent" : "bg-accent-soft text-accent-ink",
      )}
    >
      <span aria-hidden="true">{initialsOf(name)}</span>
    </span>
  );
}

/** The first letters of the first and last word, or of the only word. A letter is what people perceive as one. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return ends.map((word) => firstLetter(word ?? "")).join("") || "?";
}

function firstLetter(word: string): string {
  const [first] = new Intl.Segmenter().segment(word);
  return first?.segment.toUpperCase() ?? "";
}
