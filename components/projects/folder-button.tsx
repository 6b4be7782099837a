import { useRef } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";

type FolderButtonProps = { readonly disabled?: boolean; readonly onChoose: (files: readonly File[]) => void };

/** Chooses a folder with all files in it. */
export function FolderButton({ disabled, onChoose }: FolderButtonProps) {
  const t = useTranslations("projects");
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        className="hidden"
        aria-label={t("chooseFolder")}
        // Unknown to React's types, and to browsers on phones, which choose files instead.
        {...{ webkitdirectory: "" }}
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])]);
          target.value = "";
        }}
      />
      <Button size="sm" disabled={disabled} onClick={() => input.current?.click()}>
        {t("chooseFolder")}
      </Button>
    </>
  );
}
