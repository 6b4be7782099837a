/** From one language into another, by their names; the arrow points along the line of reading. */
export function LanguagePair({ source, target }: { source: string; target: string }) {
  return (
    <>
      {source} <span className="inline-block flip-rtl">→</span> {target}
    </>
  );
}
