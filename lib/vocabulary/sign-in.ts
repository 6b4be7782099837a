/** Who may create an account. */
export const SIGN_UP_POLICIES = ["open", "invitation", "closed"] as const;
export type SignUpPolicy = (typeof SIGN_UP_POLICIES)[number];

/** Sign-in providers; `oidc` is any OpenID Connect issuer. */
export const PROVIDERS = ["github", "google", "oidc"] as const;
export type ProviderId = (typeof PROVIDERS)[number];

/** Brand and protocol names, which are not translated. */
export const PROVIDER_NAMES: Readonly<Record<ProviderId, string>> = {
  github: "GitHub",
  google: "Google",
  oidc: "OpenID Connect",
};
