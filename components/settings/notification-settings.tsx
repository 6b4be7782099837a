"use client";

import { useState } from "react";
import { useTranslations } from "use-intl";
import { useKeptDateSettings } from "@/components/notifications/use-kept-date-settings";
import { Section } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { Segmented } from "@/components/ui/segmented";
import { toast } from "@/components/ui/toast";
import { useMe } from "@/lib/client/account";
import { toneOfFailure } from "@/lib/client/api-error";
import { useChangeProfile } from "@/lib/client/profile";
import { useErrorText } from "@/lib/client/texts";
import {
  MAIL_TIMES,
  type MailTime,
  mailTimeOf,
  mailTimePreference,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from "@/lib/vocabulary/events";

type NotificationSettingsProps = {
  readonly preferences: Readonly<Record<string, unknown>>;
  /** Whether this server can send mails. */
  readonly hasMail: boolean;
};

/** When to mail each kind of notification. Changes are saved immediately. */
export function NotificationSettings({ preferences: first, hasMail }: NotificationSettingsProps) {
  const t = useTranslations("notifications");
  const errorText = useErrorText();
  const { data: me } = useMe();
  const kinds = NOTIFICATION_KINDS.filter((kind) => kind !== "language_requested" || me?.user?.isAdmin);
  const change = useChangeProfile();
  const [preferences, setPreferences] = useState(first);
  useKeptDateSettings();
  const choose = (kind: NotificationKind, time: MailTime) => {
    const before = preferences;
    const chosen = { [mailTimePreference(kind)]: time };
    setPreferences({ ...preferences, ...chosen });
    change.mutate(
      { preferences: chosen },
      {
        onError: (error) => {
          setPreferences(before);
          toast(errorText(error), { tone: toneOfFailure(error) });
        },
      },
    );
  };
  return (
    <Section title={t("mails")} description={t("mailsText")}>
      {hasMail ? null : <Notice>{t("noMail")}</Notice>}
      <dl className="divide-y divide-line rounded-lg border border-line bg-surface">
        {kinds.map((kind) => (
          <div key={kind} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3">
            <dt>{t(`kinds.${kind}`)}</dt>
            <dd>
              <Segmented
                label={t(`kinds.${kind}`)}
                value={mailTimeOf(kind, preferences)}
                onValueChange={(time) => choose(kind, time)}
                options={MAIL_TIMES.map((value) => ({ value, label: t(`times.${value}`) }))}
              />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
