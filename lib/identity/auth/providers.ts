import type { Provider } from "next-auth/providers/index";
import { env } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { isRecord } from "@/lib/base/records";
import type { ProviderId } from "@/lib/vocabulary/accounts";

/** A person as a provider describes them. */
export type ProviderProfile = {
  readonly provider: ProviderId;
  /** Issuer, for a provider that is configured by its URL. */
  readonly issuer?: string;
  /** The provider's permanent id of the person. */
  readonly subject: string;
  readonly email: string | null;
  /** Whether the provider has verified the address. */
  readonly emailVerified: boolean;
  readonly name: string | null;
  /** Names of the person's groups; absent or null for providers without any. */
  readonly groups?: readonly string[] | null;
};

/** The configured providers with their button labels. */
export function configuredProviders(): { id: ProviderId; name: string }[] {
  const { GITHUB_ID, GITHUB_SECRET, GOOGLE_ID, GOOGLE_SECRET, OIDC_ISSUER, OIDC_ID, OIDC_SECRET, OIDC_NAME } = env();
  return [
    ...(GITHUB_ID && GITHUB_SECRET ? [{ id: "github" as const, name: "GitHub" }] : []),
    ...(GOOGLE_ID && GOOGLE_SECRET ? [{ id: "google" as const, name: "Google" }] : []),
    ...(OIDC_ISSUER && OIDC_ID && OIDC_SECRET ? [{ id: "oidc" as const, name: OIDC_NAME }] : []),
  ];
}

type Claims = { sub?: string; email?: string; email_verified?: boolean | string; name?: string };
type GitHubUser = { id: number; login: string; name: string | null; verifiedEmail: string | null };
/** next-auth requires an `id` and passes the other fields through. */
type Profile = ProviderProfile & { id: string };

/** The configured providers as next-auth declarations. */
export function providerConfigs(): Provider[] {
  const configs: Record<ProviderId, () => Provider> = { github, google, oidc };
  return configuredProviders().map(({ id }) => configs[id]());
}

function github(): Provider {
  return {
    id: "github",
    name: "GitHub",
    type: "oauth",
    clientId: env().GITHUB_ID ?? "",
    clientSecret: env().GITHUB_SECRET ?? "",
    authorization: { url: "https://github.com/login/oauth/authorize", params: { scope: "read:user user:email" } },
    token: "https://github.com/login/oauth/access_token",
    userinfo: {
      url: "https://api.github.com/user",
      request: async ({ tokens }) => {
        const [user, emails] = await Promise.all([
          gitHubApi<GitHubUser>("user", tokens.access_token),
          gitHubApi<{ email: string; primary: boolean; verified: boolean }[]>("user/emails", tokens.access_token),
        ]);
        return { ...user, verifiedEmail: emails.find((one) => one.primary && one.verified)?.email ?? null } as never;
      },
    },
    checks: ["pkce", "state"],
    profile: (user: GitHubUser): Profile => ({
      id: String(user.id),
      provider: "github",
      subject: String(user.id),
      email: user.verifiedEmail,
      emailVerified: user.verifiedEmail !== null,
      name: user.name ?? user.login,
      groups: null,
    }),
  } as Provider;
}

async function gitHubApi<T>(path: string, accessToken: string | undefined): Promise<T> {
  const response = await fetch(`https://api.github.com/${path}`, {
    headers: {
      Authorization: `Bearer ${accessToken}`,
      Accept: "application/vnd.github+json",
      "User-Agent": "Dragoman",
    },
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new AppError("internal_error", `GitHub returned status ${response.status}.`);
  return (await response.json()) as T;
}

function google(): Provider {
  const { GOOGLE_ID, GOOGLE_SECRET } = env();
  return openIdConnect("google", "Google", "https://accounts.google.com", GOOGLE_ID, GOOGLE_SECRET, {
    scope: "openid email profile",
    groupsOf: () => null,
  });
}

function oidc(): Provider {
  const { OIDC_NAME, OIDC_ISSUER, OIDC_ID, OIDC_SECRET, OIDC_SCOPES, OIDC_GROUPS_CLAIM } = env();
  return openIdConnect("oidc", OIDC_NAME, OIDC_ISSUER ?? "", OIDC_ID, OIDC_SECRET, {
    scope: OIDC_SCOPES,
    groupsOf: (claims) => groupsOf(claims, OIDC_GROUPS_CLAIM),
  });
}

/** The groups in a claim, which is a list or a single name. Providers omit an empty claim. */
function groupsOf(claims: unknown, path: string): string[] {
  // Tries the whole path as a claim's name first: names of claims may be URLs with dots.
  const whole = isRecord(claims) ? claims[path] : undefined;
  const value =
    whole ?? path.split(".").reduce<unknown>((part, name) => (isRecord(part) ? part[name] : undefined), claims);
  return [value].flat().filter((name): name is string => typeof name === "string");
}

/** OpenID Connect Core 1.0 with discovery, PKCE, state and nonce. */
function openIdConnect(
  id: ProviderId,
  name: string,
  issuer: string,
  clientId: string | undefined,
  clientSecret: string | undefined,
  asked: { readonly scope: string; readonly groupsOf: (claims: Claims) => string[] | null },
): Provider {
  return {
    id,
    name,
    type: "oauth",
    wellKnown: `${issuer}/.well-known/openid-configuration`,
    issuer,
    clientId: clientId ?? "",
    clientSecret: clientSecret ?? "",
    authorization: { params: { scope: asked.scope } },
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    profile: (claims: Claims): Profile => ({
      id: claims.sub ?? "",
      provider: id,
      ...(id === "oidc" ? { issuer } : {}),
      subject: claims.sub ?? "",
      email: claims.email ?? null,
      emailVerified: claims.email_verified === true || claims.email_verified === "true",
      name: claims.name ?? null,
      groups: asked.groupsOf(claims),
    }),
  } as Provider;
}
