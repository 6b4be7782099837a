import { type SubmitEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { ApiError } from "@/lib/client/api-error";
import { useErrorText } from "@/lib/client/texts";

/** State of a small form: pending, and the error as text. */
export function useSubmit() {
  const t = useTranslations("auth");
  const errorText = useErrorText();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const submit = (work: (form: FormData) => Promise<void>) => async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setPending(true);
    setFailure(undefined);
    try {
      await work(form);
    } catch (error) {
      const used = error instanceof ApiError && error.code === "not_found";
      setFailure(used ? t("linkUsed") : errorText(error));
    }
    setPending(false);
  };
  return { pending, failure, submit };
}
