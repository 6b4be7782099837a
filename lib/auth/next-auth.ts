import nextAuthModule, { type NextAuthOptions } from "next-auth";
import credentialsModule from "next-auth/providers/credentials";
import { describeError, log } from "@/lib/log";
import { serverSecret } from "@/lib/secret-box";
import { clientNetwork } from "./client-address";
import type { IncomingRequest } from "./incoming-request";
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

/** What signing in asks of the accounts. Both throw `SignInError`. */
export type SignInServices = {
  /** The person of a provider's profile, found, linked or made. `signedInAs`: who is signed in already. */
  readonly personOfProvider: (profile: ProviderProfile, signedInAs: string | null) => Promise<string>;
  /** The workspace that a person starts in. */
  readonly workspaceOf: (userId: string) => Promise<string>;
};

const SIGN_IN_PAGE = "/sign-in";

/** A request of next-auth's addresses, taken apart. */
export type AuthRequest = {
  /** What follows `/api/auth/`, such as `["callback", "github"]`. */
  readonly segments: readonly string[];
  /** Where people reach this service, without a slash at the end. */
  readonly publicUrl: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, string>>;
};

/**
 * next-auth's work. The encrypted cookie holds nothing but the random token of a row of ours, which is checked on
 * every request. Errors come back to the sign-in page as `?error=<code>` (see {@link SignInError}).
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
    await NextAuth(given as never, outcome as never, options(request, services));
    return outcome;
  };
}

/** What next-auth answers, collected through the methods of Next's response that it calls. */
export class AuthOutcome {
  statusCode = 200;
  readonly headers = new Map<string, string | readonly string[]>();
  /** Text, or what is sent as JSON. */
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

/**
 * Drops an address to come back to that is malformed or of another site: next-auth throws for some of them. Query, body and
 * cookie all may carry one.
 */
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

function options(request: IncomingRequest, services: SignInServices): NextAuthOptions {
  const signIn = new SignIn(request, services);
  return {
    secret: serverSecret(),
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
    private readonly request: IncomingRequest,
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

/** The default export of a CommonJS module: Node gives the module in its place, bundlers the export itself. */
function defaultOf<Exported>(module: Exported): Exported {
  return (module as { default?: Exported }).default ?? module;
}
