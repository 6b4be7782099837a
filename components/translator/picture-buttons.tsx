"use client";

import { useRef } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/button";
import { Camera, ImageUp } from "@/components/ui/icons";

type PictureButtonsProps = { readonly onPicture: (file: File) => void; readonly isReading: boolean };

/** Buttons to choose a picture whose text is read and, on touch devices, to take one. */
export default function PictureButtons({ onPicture, isReading }: PictureButtonsProps) {
  const t = useTranslations("translate");
  const chosen = useRef<HTMLInputElement>(null);
  const taken = useRef<HTMLInputElement>(null);
  const input = {
    type: "file",
    accept: "image/*",
    hidden: true,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      const [file] = currentTarget.files ?? [];
      if (file) onPicture(file);
      currentTarget.value = ""; // Allows choosing the same picture again.
    },
  } as const;
  return (
    <>
      <input ref={chosen} {...input} />
      <input ref={taken} {...input} capture="environment" />
      <span className="hidden pointer-coarse:contents">
        <IconButton icon={Camera} label={t("takePicture")} pending={isReading} onClick={() => taken.current?.click()} />
      </span>
      <IconButton
        icon={ImageUp}
        label={t("choosePicture")}
        pending={isReading}
        onClick={() => chosen.current?.click()}
      />
    </>
  );
}
