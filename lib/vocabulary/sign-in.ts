/** Who may create an account. */
export const SIGN_UP_POLICIES = ["open", "invitation", "closed"] as const;
export type SignUpPolicy = (typeof SIGN_UP_POLICIES)[number];

/** Sign-in providers; `oidc` is any OpenID Connect issuer. */
export const PROVIDERS = ["github", "google", "oidc"] as const;
export type ProviderId = (typeof PROVIDERS)[number];
