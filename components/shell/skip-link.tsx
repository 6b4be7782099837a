/** A link at the first Tab stop that skips the navigation. */
export function SkipLink({ label }: { label: string }) {
  return (
    <a
      href="#content"
      className="fixed start-3 top-3 z-50 -translate-y-20 rounded-md bg-accent px-4 py-2 text-on-accent focus:translate-y-0"
    >
      {label}
    </a>
  );
}
