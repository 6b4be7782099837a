import type { NextRequest } from "next/server";
import NextAuth, { type NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { env } from "@/lib/env";
import { describeError, log } from "@/lib/log";
import { clientNetwork } from "./client-address";
import { type ProviderProfile, providerConfigs } from "./providers";
import {
  ABSOLUTE_DAYS,
  callerOfCookie,
  callerOfToken,
  cookiesAreSecure,
  cookieValue,
  endSessionOfToken,
  sessionCookieName,
  startSession,
  tokenOfCookie,
} from "./session";
import { SignInError, signInWithPassword } from "./sign-in";

/** What signing in asks of the accounts. Both throw `SignInError`. */
export type SignInServices = {
  /** The person of a provider's profile, found, linked or made. `signedInAs`: who is signed in already. */
  readonly personOfProvider: (profile: ProviderProfile, signedInAs: string | null) => Promise<string>;
  /** The workspace that a person starts in. */
  readonly workspaceOf: (userId: string) => Promise<string>;
};

type RouteContext = { params: Promise<{ nextauth: string[] }> };
const SIGN_IN_PAGE = "/sign-in";

/**
 * next-auth's handler. The encrypted cookie holds nothing but the random token of a row of ours, which is checked on
 * every request. Errors come back to the sign-in page as `?error=<code>` (see {@link SignInError}).
 */
export function authHandler(services: SignInServices) {
  return async (request: NextRequest, context: RouteContext): Promise<Response> => {
    const response = (await NextAuth(request as never, context as never, options(request, services))) as Response;
    response.headers.set("Cache-Control", "no-store");
    return response;
  };
}

function options(request: NextRequest, services: SignInServices): NextAuthOptions {
  const signIn = new SignIn(request, services);
  return {
    secret: env().DRAGOMAN_SECRET ?? "",
    useSecureCookies: cookiesAreSecure(),
    session: { strategy: "jwt", maxAge: ABSOLUTE_DAYS * 86_400 },
    pages: { signIn: SIGN_IN_PAGE, error: SIGN_IN_PAGE, signOut: "/" },
    providers: [
      Credentials({
        id: "credentials",
        credentials: { email: {}, password: {} },
        authorize: (given) => signIn.withPassword(given?.email ?? "", given?.password ?? ""),
      }),
      ...providerConfigs(),
    ],
    callbacks: {
      signIn: ({ user, account }) =>
        account?.type === "oauth" ? signIn.withProvider(user as unknown as ProviderProfile) : true,
      jwt: async ({ token, account }) => {
        if (account) return { sid: signIn.token };
        if (typeof token.sid !== "string" || !(await callerOfToken(token.sid))) throw new Error("session_ended");
        return { sid: token.sid };
      },
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      signOut: async ({ token }) => {
        if (typeof token?.sid === "string") await endSessionOfToken(token.sid);
      },
    },
    // What next-auth would log may hold tokens and addresses.
    logger: { error: (code) => log.info({ code }, "sign-in"), warn: () => {}, debug: () => {} },
  };
}

/** One sign-in of one browser. */
class SignIn {
  /** Of the session that was started. */
  token = "";

  constructor(
    private readonly request: NextRequest,
    private readonly services: SignInServices,
  ) {}

  async withPassword(email: string, password: string): Promise<{ id: string } | null> {
    try {
      const userId = await signInWithPassword(
        email.slice(0, 254),
        password.slice(0, 1000),
        clientNetwork(this.request),
      );
      await this.begin(userId);
      return { id: userId };
    } catch (error) {
      if (error instanceof SignInError && error.code === "CredentialsSignin") return null;
      // next-auth puts the message into the address of the sign-in page.
      throw new Error(codeOf(error));
    }
  }

  async withProvider(profile: ProviderProfile): Promise<true | string> {
    try {
      const signedIn = await callerOfCookie(this.cookie());
      await this.begin(await this.services.personOfProvider(profile, signedIn?.userId ?? null));
      return true;
    } catch (error) {
      return `${SIGN_IN_PAGE}?error=${encodeURIComponent(codeOf(error))}`;
    }
  }

  private async begin(userId: string): Promise<void> {
    const before = await tokenOfCookie(this.cookie());
    const accountId = await this.services.workspaceOf(userId);
    this.token = await startSession(userId, accountId, this.request.headers.get("user-agent") ?? "");
    if (before) await endSessionOfToken(before);
  }

  private cookie(): string | undefined {
    return cookieValue(this.request.headers.get("cookie"), sessionCookieName());
  }
}

function codeOf(error: unknown): string {
  if (error instanceof SignInError) return error.code;
  log.error(describeError(error), "sign-in failed");
  return "unavailable";
}
