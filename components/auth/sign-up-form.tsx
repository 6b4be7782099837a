"use client";

import Link from "next/link";
import { useTranslations } from "use-intl";
import { Skeleton } from "@/components/ui/skeleton";
import { askForSignUpLink, signUp, signUpLinkAddress } from "@/lib/client/sign-in";
import { AskForLink } from "./ask-for-link";
import { AuthPanel, LINK_CLASS } from "./auth-panel";
import { NewAccountForm } from "./new-account-form";
import { useLinkPreview } from "./use-link-preview";
import { useLinkToken } from "./use-link-token";

/** A new account: at once or, if there is a mail server, after opening the mailed link. */
export function SignUpForm({ byMail }: { byMail: boolean }) {
  const t = useTranslations("auth");
  const token = useLinkToken();
  if (byMail) return token ? <WithLink key={token} token={token} /> : <AskFirst />;
  return (
    <AuthPanel
      title={t("signUp.title")}
      text={t("signUp.text")}
      footer={
        <Link href="/sign-in" className={LINK_CLASS}>
          {t("signUp.toSignIn")}
        </Link>
      }
    >
      <NewAccountForm create={signUp} submitLabel={t("signUp.submit")} withWorkspace />
    </AuthPanel>
  );
}

function AskFirst({ refusal = null }: { refusal?: string | null }) {
  const t = useTranslations("auth");
  const ask = async (email: string) => {
    await askForSignUpLink(email);
    return t("signUp.sent");
  };
  return (
    <AskForLink
      title={t("signUp.title")}
      text={t("signUp.askText")}
      submitLabel={t("signUp.ask")}
      ask={ask}
      refusal={refusal}
    />
  );
}

function WithLink({ token }: { token: string }) {
  const t = useTranslations("auth");
  const { value: email, refusal } = useLinkPreview(token, signUpLinkAddress);
  if (refusal) return <AskFirst refusal={refusal} />;
  return (
    <AuthPanel title={t("signUp.title")} text={t("signUp.text")}>
      {email === null ? (
        <Skeleton className="h-64" />
      ) : (
        <NewAccountForm
          create={(account) => signUp({ ...account, link: token })}
          submitLabel={t("signUp.submit")}
          email={email}
          withWorkspace
        />
      )}
    </AuthPanel>
  );
}
