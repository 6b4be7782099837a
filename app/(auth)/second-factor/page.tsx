import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { RequiredSecondFactor } from "@/components/second-factor/required-second-factor";
import { ClientMessages } from "@/components/shell/messages";
import { Queries } from "@/components/shell/queries";
import { addressOf } from "@/lib/http/api/headers";
import { translator } from "@/lib/i18n/translator";
import { describeCaller } from "@/lib/identity/accounts/me";
import { optionalCaller } from "@/lib/identity/auth/require-caller";
import { getSecondFactor } from "@/lib/identity/second-factor/second-factors";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("secondFactor");
  return { title: t("required") };
}

export default async function RequiredSecondFactorPage() {
  const caller = await optionalCaller();
  if (!caller) redirect("/sign-in");
  if (!caller.mustEnrol) redirect("/");
  const address = addressOf((await headers()).get("host"));
  const [state, me] = await Promise.all([getSecondFactor(caller, address), describeCaller(caller)]);
  return (
    <ClientMessages namespaces={["secondFactor"]}>
      <Queries me={me}>
        <RequiredSecondFactor initial={state} workspace={me.account.name} />
      </Queries>
    </ClientMessages>
  );
}
