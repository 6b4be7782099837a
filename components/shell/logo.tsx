/**
 * The logo is a D whose bowl is a voice. The stem is the speaker, the half-disc in bole red the spoken words, and the
 * arc carries them on.
 */
function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className={className}>
      <path d="M7 3v26" stroke="currentColor" strokeWidth="4" />
      <path d="M13 5a11 11 0 0 1 0 22" stroke="currentColor" strokeWidth="4" />
      <path d="M13 11.5a4.5 4.5 0 0 1 0 9z" className="fill-bole" />
    </svg>
  );
}

/** The logo with the name. */
export function Logo({ name }: { name: string }) {
  return (
    <span className="flex items-center gap-2 text-accent-ink">
      <Mark className="size-6" />
      <span className="text-lg font-semibold tracking-tight text-ink">{name}</span>
    </span>
  );
}
