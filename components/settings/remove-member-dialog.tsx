"use client";

import { useState } from "react";
import { useTranslations } from "use-intl";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Failure } from "@/components/ui/failure";
import { Skeleton } from "@/components/ui/skeleton";
import { useMemberAccess, useRemoveMember } from "@/lib/client/workspace";
import type { Member } from "@/lib/schemas/members";

type RemoveMemberDialogProps = {
  readonly member: Member;
  readonly keysAreBound: boolean;
  readonly onClose: () => void;
};

/** Removes a member, by default together with the keys and webhooks that the member created. */
export default function RemoveMemberDialog({ member, keysAreBound, onClose }: RemoveMemberDialogProps) {
  const t = useTranslations("settings");
  const access = useMemberAccess(member.userId);
  const remove = useRemoveMember();
  const [revokeKeys, setRevokeKeys] = useState(true);
  const { keys, webhooks } = access.data ?? { keys: [], webhooks: [] };
  const isAny = keys.length + webhooks.length > 0;
  return (
    <ConfirmDialog
      title={t("removeNamed", { name: member.name })}
      confirmLabel={t("remove")}
      isLoading={access.isPending}
      action={remove}
      input={{ userId: member.userId, revokeKeys }}
      doneText={t("removed", { name: member.name })}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <p>{t("removeText")}</p>
        {access.isPending ? <Skeleton className="h-16" /> : null}
        <Failure error={access.error} title={t("madeFailed")} />
        {isAny ? (
          <ul className="max-h-40 divide-y divide-line overflow-y-auto rounded-md border border-line text-sm">
            {keys.map((key) => (
              <li key={key.id} className="flex flex-wrap justify-between gap-x-3 px-3 py-2">
                <bdi className="min-w-0 wrap-anywhere text-ink">{key.name}</bdi>
                <code dir="ltr" className="font-mono">
                  {key.start}…{key.last4}
                </code>
              </li>
            ))}
            {webhooks.map((webhook) => (
              <li key={webhook.id} dir="ltr" className="px-3 py-2 break-all">
                {webhook.url}
              </li>
            ))}
          </ul>
        ) : null}
        {isAny || access.error ? (
          <Checkbox
            label={t("revokeMade")}
            hint={t(keysAreBound ? "endsMade" : "revokeMadeText")}
            checked={keysAreBound || revokeKeys}
            disabled={keysAreBound}
            onChange={(event) => setRevokeKeys(event.target.checked)}
          />
        ) : null}
      </div>
    </ConfirmDialog>
  );
}
