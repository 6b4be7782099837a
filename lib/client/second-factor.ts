import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import type {
  AddPasskeyBody,
  NewAuthenticator,
  PasskeyChallenge,
  RecoveryCodes,
  SecondFactor,
} from "@/lib/schemas/second-factor";
import { useChange } from "./change";
import { api } from "./fetch";

type Confirmed = { readonly currentPassword?: string };

const KEY = ["second-factor"];

/** The person closed the browser's dialog or refused, or the browser has no authenticator. */
export class NoPasskey extends Error {
  override readonly name = "NoPasskey";

  /** True if the authenticator already has a passkey of this person. */
  get isRegistered(): boolean {
    // WebAuthn, "create a new credential": this error means that the authenticator is in the exclude list.
    return this.cause instanceof Error && this.cause.name === "InvalidStateError";
  }
}

export function useSecondFactor(initial: SecondFactor) {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api<typeof SecondFactor>("GET", "/account/second-factor", { signal }),
    initialData: initial,
  });
}

/** Starts to add an authenticator app. Only the response contains its secret. */
export function useStartAuthenticator() {
  return useMutation({
    mutationFn: (body: Confirmed) =>
      api<typeof NewAuthenticator>("POST", "/account/second-factor/authenticator", { body }),
    gcTime: 0,
  });
}

/** Confirms the app with its first code. Returns recovery codes if it is the first second factor. */
export function useFinishAuthenticator() {
  return useChange(
    [KEY],
    (code: string) => api<typeof RecoveryCodes>("PUT", "/account/second-factor/authenticator", { body: { code } }),
    { gcTime: 0 },
  );
}

/** Creates a passkey with the browser. Throws {@link NoPasskey}. */
export function useAddPasskey() {
  return useChange(
    [KEY],
    async ({ name, ...body }: Confirmed & { readonly name: string }) => {
      const path = "/account/second-factor/passkeys";
      const { challengeId, options } = await api<typeof PasskeyChallenge>("POST", `${path}/challenge`, { body });
      const { startRegistration } = await import("@simplewebauthn/browser");
      // The API passes the library's options on without a schema of its own.
      const optionsJSON = options as typeof options & PublicKeyCredentialCreationOptionsJSON;
      const response = await startRegistration({ optionsJSON }).catch((cause) => {
        throw new NoPasskey("No passkey", { cause });
      });
      const made = { name, challengeId, response: { ...response } } satisfies typeof AddPasskeyBody._input;
      return api<typeof RecoveryCodes>("POST", path, { body: made });
    },
    { gcTime: 0 },
  );
}

export function useRemoveSecondFactor() {
  return useChange([KEY], ({ passkeyId: id, ...body }: Confirmed & { readonly passkeyId: string | null }) =>
    id === null
      ? api("DELETE", "/account/second-factor/authenticator", { body })
      : api("DELETE", "/account/second-factor/passkeys", { body: { ...body, id } }),
  );
}

/** Replaces the recovery codes. Only the response contains them. */
export function useNewRecoveryCodes() {
  return useChange(
    [KEY],
    (body: Confirmed) => api<typeof RecoveryCodes>("POST", "/account/second-factor/recovery-codes", { body }),
    { gcTime: 0 },
  );
}
