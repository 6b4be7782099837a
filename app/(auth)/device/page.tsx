import type { Metadata } from "next";
import { DeviceForm } from "@/components/auth/device-form";
import { translator } from "@/lib/i18n/translator";
import { describeCaller } from "@/lib/identity/accounts/me";
import { optionalCaller } from "@/lib/identity/auth/require-caller";
import { roleAllows } from "@/lib/vocabulary/rights";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("auth");
  return { title: t("device.title") };
}

export default async function DevicePage() {
  const caller = await optionalCaller();
  const me = caller && (await describeCaller(caller));
  const workspace = caller && me ? { name: me.account.name, mayConfirm: roleAllows(caller.role, "manager") } : null;
  return <DeviceForm workspace={workspace} />;
}
