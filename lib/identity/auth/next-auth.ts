import nextAuthModule, { type NextAuthOptions } from "next-auth";
import credentialsModule from "next-auth/providers/credentials";
import { describeError, log } from "@/lib/base/log";
import { serverSecret } from "@/lib/base/secret-box";
import type { IncomingRequest } from "./client-address";
import { clientNetwork } from "./client-address";
import { deviceCookie, knownDevice } from "./known-device";
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

const NextAuth = defaultOf(nextAuthModule);
const Credentials = defaultOf(credentialsModule);

export type SessionEvent =
  | { readonly type: "started"; readonly userId: string; readonly accountId: string; readonly provider: string }
  | { readonly type: "failed"; readonly email: string }
  | { readonly type: "ended"; readonly userId: string; readonly accountId: string };

/** Account functions that sign-in needs. The first three throw `SignInError`. */
export type SignInServices = {
  /** Finds, links or creates the person of a provider's profile. `signedInAs`: the person already signed in. */
  readonly personOfProvider: (profile: ProviderProfile, signedInAs: string | null) => Promise<string>;
  /** Checks the second factor of a person with the right password, if they have one. */
  readonly requireSecondFactor: (
    userId: string,
    answer: { readonly code: string; readonly passkey: string },
    publicUrl: string,
  ) => Promise<void>;
  /** The workspace to open after sign-in. */
  readonly workspaceOf: (userId: string) => Promise<string>;
  /** Records a sign-in, a failed sign-in (with the address as typed), or a sign-out. Not awaited. */
  readonly onSession: (event: SessionEvent, request: IncomingRequest) => void;
};

const SIGN_IN_PAGE = "/sign-in";

/** A parsed request to next-auth. */
export type AuthRequest = {
  /** Path after `/api/auth/`, such as `["callback", "github"]`. */
  readonly segments: readonly string[];
  /** Public address of this service, without a trailing slash. */
  readonly publicUrl: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, string>>;
};

/**
 * Runs next-auth. The encrypted cookie contains only the random token of a session row, which every request looks up.
 * Errors go to the sign-in page as `?error=<code>` (see {@link SignInError}).
 */
export function authHandler(services: SignInServices) {
  return async (request: IncomingRequest, asked: AuthRequest): Promise<AuthOutcome> => {
    const own = new URL(asked.publicUrl);
    const given = {
      method: request.method === "HEAD" ? "GET" : request.method,
      query: { ...withSafeCallback(asked.query, own), nextauth: asked.segments },
      body: withSafeCallback(asked.body, own),
      cookies: withSafeCallback(cookiesOf(request.headers.get("cookie")), own),
      headers: { "x-forwarded-host": own.host, "x-forwarded-proto": own.protocol.slice(0, -1) },
    };
    const outcome = new AuthOutcome();
    const signIn = new SignIn(request, services, asked.publicUrl);
    await NextAuth(given as never, outcome as never, options(request, services, signIn));
    if (signIn.cookies.length > 0)
      outcome.setHeader("set-cookie", [...[outcome.getHeader("set-cookie") ?? []].flat(), ...signIn.cookies]);
    return outcome;
  };
}

/** Collects next-auth's response through the methods of Next's response that it calls. */
export class AuthOutcome {
  statusCode = 200;
  readonly headers = new Map<string, string | readonly string[]>();
  /** Text, or a value to send as JSON. */
  body: unknown = null;

  status(code: number): this {
    this.statusCode = code;
    return this;
  }

  setHeader(name: string, value: string | readonly string[]): this {
    this.headers.set(name.toLowerCase(), value);
    return this;
  }

  getHeader(name: string): string | readonly string[] | undefined {
    return this.headers.get(name.toLowerCase());
  }

  json(body: unknown): void {
    this.body = body;
  }

  send(body: unknown): void {
    this.body = body;
  }

  end(): void {}
}

type Values = Readonly<Record<string, string>>;

/** Removes a malformed or cross-site callback address from query, body or cookie. next-auth throws for some of them. */
function withSafeCallback(values: Values, own: URL): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !/(?:^|\.)callback-?url$/i.test(name) || isOwn(value, own)),
  );
}

function isOwn(address: string, own: URL): boolean {
  return /^(?:\/|https?:)/i.test(address) && URL.canParse(address, own) && new URL(address, own).origin === own.origin;
}

function cookiesOf(header: string | null): Values {
  const names = (header ?? "").split(";").map((part) => part.split("=", 1)[0]!.trim());
  return Object.fromEntries(names.map((name) => [name, cookieValue(header, name) ?? ""]));
}

function options(request: IncomingRequest, services: SignInServices, signIn: SignIn): NextAuthOptions {
  return {
    secret: serverSecret(),
    useSecureCookies: cookiesAreSecure(),
    session: { strategy: "jwt", maxAge: ABSOLUTE_DAYS * 86_400 },
    pages: { signIn: SIGN_IN_PAGE, error: SIGN_IN_PAGE, signOut: "/" },
    providers: [
      Credentials({
        id: "credentials",
        credentials: { email: {}, password: {}, code: {}, passkey: {} },
        authorize: (given) =>
          signIn.withPassword(given?.email ?? "", given?.password ?? "", {
            code: given?.code ?? "",
            passkey: given?.passkey ?? "",
          }),
      }),
      ...providerConfigs(),
    ],
    callbacks: {
      // For OAuth, `user` is what the provider's `profile` function returned.
      signIn: ({ user, account }) =>
        account?.type === "oauth" ? signIn.withProvider(user as typeof user & ProviderProfile) : true,
      jwt: async ({ token, account }) => {
        if (account) return { sid: signIn.token };
        if (typeof token.sid !== "string" || !(await callerOfToken(token.sid))) throw new Error("session_ended");
        return { sid: token.sid };
      },
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      signOut: async ({ token }) => {
        if (typeof token?.sid !== "string") return;
        const caller = await callerOfToken(token.sid);
        await endSessionOfToken(token.sid);
        if (caller) services.onSession({ type: "ended", userId: caller.userId, accountId: caller.accountId }, request);
      },
    },
    // next-auth's own log messages may contain tokens and addresses.
    logger: { error: (code) => log.info({ code }, "sign-in"), warn: () => {}, debug: () => {} },
  };
}

/** State of one sign-in attempt. */
class SignIn {
  /** Token of the session that the sign-in started. */
  token = "";
  /** `Set-Cookie` headers besides next-auth's. */
  readonly cookies: string[] = [];

  constructor(
    private readonly request: IncomingRequest,
    private readonly services: SignInServices,
    private readonly publicUrl: string,
  ) {}

  async withPassword(
    email: string,
    password: string,
    answer: { readonly code: string; readonly passkey: string },
  ): Promise<{ id: string } | null> {
    try {
      const userId = await signInWithPassword(email.slice(0, 254), password.slice(0, 1000), {
        network: clientNetwork(this.request),
        device: knownDevice(this.request, email),
      });
      await this.services.requireSecondFactor(userId, answer, this.publicUrl);
      await this.begin(userId, "password");
      this.cookies.push(deviceCookie(this.request, email));
      return { id: userId };
    } catch (error) {
      const code = error instanceof SignInError ? error.code : null;
      if (code === "CredentialsSignin" || code === "second_factor_wrong")
        this.services.onSession({ type: "failed", email: email.slice(0, 254) }, this.request);
      if (code === "CredentialsSignin") return null;
      // next-auth puts the message into the address of the sign-in page.
      throw new Error(codeOf(error));
    }
  }

  async withProvider(profile: ProviderProfile): Promise<true | string> {
    try {
      const signedIn = await callerOfCookie(this.cookie());
      const userId = await this.services.personOfProvider(profile, signedIn?.userId ?? null);
      await this.begin(userId, profile.provider);
      return true;
    } catch (error) {
      return `${SIGN_IN_PAGE}?error=${encodeURIComponent(codeOf(error))}`;
    }
  }

  private async begin(userId: string, provider: string): Promise<void> {
    const before = await tokenOfCookie(this.cookie());
    const accountId = await this.services.workspaceOf(userId);
    this.token = await startSession(userId, accountId, this.request.headers.get("user-agent") ?? "");
    if (before) await endSessionOfToken(before);
    this.services.onSession({ type: "started", userId, accountId, provider }, this.request);
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

/** The default export of a CommonJS module. Node returns the module object, bundlers return the export itself. */
function defaultOf<Exported>(module: Exported): Exported {
  return (module as { default?: Exported }).default ?? module;
}
