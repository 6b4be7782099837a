import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { translator } from "@/lib/i18n/translator";

/** The dashboard's 404, also for resources of other accounts. */
export default async function NotFound() {
  const t = await translator("errors");
  return (
    <div className="m-auto flex max-w-md flex-col items-center gap-4 px-6 py-16 text-center">
      <h1 className="text-2xl">{t("notFoundTitle")}</h1>
      <p className="text-muted">{t("notFoundText")}</p>
      <Link href="/" className={buttonClass("primary")}>
        {t("home")}
      </Link>
    </div>
  );
}
