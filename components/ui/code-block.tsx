"use client";

import { CopyButton } from "./copy-button";

type CodeBlockProps = {
  readonly code: string;
  /** Description of the content for screen readers. */
  readonly label: string;
  /** Name of the copy button. */
  readonly copyLabel?: string;
};

/** Code to read and copy, left to right in every interface language. */
export function CodeBlock({ code, label, copyLabel }: CodeBlockProps) {
  return (
    <div className="relative" dir="ltr">
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-[45vh] overflow-auto rounded-md bg-sunken p-4 pe-14 max-sm:pe-4 max-sm:pt-11"
      >
        <pre className="font-mono text-sm">
          <code>{code}</code>
        </pre>
      </section>
      <div className="absolute end-2 top-2 rounded-md bg-sunken print:hidden">
        <CopyButton text={code} name={copyLabel} size="sm" />
      </div>
    </div>
  );
}
