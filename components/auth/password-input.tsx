"use client";

import { type ComponentProps, useState } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/button";
import { Eye, EyeOff } from "@/components/ui/icons";
import { Input } from "@/components/ui/input";

/** A password field with a button to show it. Pasting and password managers work. */
export function PasswordInput(props: Omit<ComponentProps<"input">, "type">) {
  const t = useTranslations("ui");
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input
        {...props}
        type={shown ? "text" : "password"}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="off"
        className="pe-11"
      />
      <IconButton
        icon={shown ? EyeOff : Eye}
        size="sm"
        label={shown ? t("hidePassword") : t("showPassword")}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute end-0.5 top-0.5"
      />
    </div>
  );
}
