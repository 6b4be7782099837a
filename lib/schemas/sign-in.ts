import { z } from "zod";
import { PROVIDERS, SIGN_UP_POLICIES } from "@/lib/vocabulary/accounts";
import { StorableText, Timestamp } from "./common";
import { Email, RoleName } from "./members";

/** A new password. Checks only its length in code points; the server also rejects the most common passwords. */
export const NewPassword = z
  .string()
  .max(1000)
  .refine((text) => [...text].length >= 8 && [...text].length <= 200, {
    params: { code: "range", minimum: 8, maximum: 200, unit: "characters" },
    message: "A password must have 8 to 200 characters.",
  });

/** An existing password, which is only compared. */
export const CurrentPassword = z.string().min(1).max(1000);

export const PersonName = StorableText.trim().min(1).max(100);
const AccountName = StorableText.trim().min(1).max(100);
const LinkToken = z.string().min(20).max(100).describe("Token after # in the link");

export const LinkTokenBody = z.strictObject({ token: LinkToken });

export const SignUpPolicy = z.enum(SIGN_UP_POLICIES);

/** Options of the sign-in pages for a visitor who is not signed in. */
export const SignInOptions = z.object({
  providers: z.array(z.object({ id: z.enum(PROVIDERS), name: z.string() })),
  passwords: z.boolean().describe("False: sign-in is possible only through the providers"),
  signUp: SignUpPolicy,
  setupNeeded: z.boolean().describe("True while no administrator exists"),
  mail: z
    .boolean()
    .describe("True: sign-up is confirmed by mail. False: administrators create links to reset passwords"),
});

export const SignUpBody = z.strictObject({
  email: Email,
  name: PersonName,
  password: NewPassword,
  accountName: AccountName.optional().describe("Name of the new workspace; default: the user's name"),
  invitation: LinkToken.optional().describe("Joins the workspace of the invitation instead of creating one"),
  link: LinkToken.optional().describe("Token from the confirmation mail; required with a mail server"),
});

export const SetupBody = z.strictObject({
  token: LinkToken,
  email: Email,
  name: PersonName,
  password: NewPassword,
  accountName: AccountName.optional(),
});

export const SignUpLinkBody = z.strictObject({ email: Email });
export const SignUpLinkPreview = z.object({ email: z.string() });

/** The result of a setup; the browser then signs in with the same e-mail and password. */
export const SignedUp = z.object({ userId: z.string(), accountId: z.string() });

export const PasswordResetBody = z.strictObject({ email: Email });
export const PasswordResetAccepted = z.object({
  mail: z.boolean().describe("False: ask the administrator for the link"),
});
export const NewPasswordBody = z.strictObject({ token: LinkToken, password: NewPassword });

export const InvitationPreview = z.object({
  accountName: z.string(),
  invitedBy: z.string().nullable(),
  email: z.string(),
  role: RoleName,
  hasUser: z.boolean().describe("True: the person signs in and accepts. False: signs up with the invitation"),
  expiresAt: Timestamp,
});

export const InvitationAccepted = z.object({ accountId: z.string().describe("Workspace to switch to") });

export const ConfirmEmailBody = z.strictObject({ token: z.string().min(1).max(2_000) });
export const ConfirmedEmail = z.object({ email: z.string() });
