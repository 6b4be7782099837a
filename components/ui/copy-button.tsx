"use client";

import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Button, type ButtonSize, IconButton } from "./button";
import { Check, Copy } from "./icons";
import { toast } from "./toast";

type CopyButtonProps = {
  /** The text to copy, as a function if it is expensive. */
  readonly text: string | (() => string);
  /** Text next to the icon. If omitted, the button has only the icon. */
  readonly label?: string;
  /** Name of a button that has only the icon. Default: “Copy”. */
  readonly name?: string;
  readonly keys?: string;
  readonly size?: ButtonSize;
  readonly disabled?: boolean;
};

/** A button that copies a text, and confirms that by a tick and an announcement. */
export function CopyButton({ text, label, name, keys, size, disabled }: CopyButtonProps) {
  const t = useTranslations("ui");
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : text());
      setCopied(true);
    } catch {
      toast(t("copyFailed"), { tone: "warning" });
    }
  };
  const picture = copied ? <Check className="text-success" /> : <Copy />;
  return (
    <>
      {label ? (
        <Button size={size} disabled={disabled} onClick={copy}>
          {picture}
          {label}
        </Button>
      ) : (
        <IconButton
          label={copied ? t("copied") : (name ?? t("copy"))}
          keys={keys}
          size={size}
          disabled={disabled}
          onClick={copy}
        >
          {picture}
        </IconButton>
      )}
      <span role="status" className="sr-only">
        {copied ? t("copied") : ""}
      </span>
    </>
  );
}
