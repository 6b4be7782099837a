import { createHash, createSign, generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type Claims = { sub: string; email?: string; email_verified?: boolean; name?: string; [claim: string]: unknown };

/** An OpenID Connect provider that signs everyone in with `claims`, and checks PKCE like a real one. */
export async function startIdentityProvider(clientId: string) {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const codes = new Map<string, { nonce: string | null; challenge: string | null }>();
  const state = { claims: { sub: "nobody" } as Claims };
  let issuer = "";

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", issuer);
    const json = (body: unknown, status = 200) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (url.pathname === "/.well-known/openid-configuration")
      return json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
      });
    if (url.pathname === "/jwks")
      return json({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }] });
    if (url.pathname === "/authorize") {
      const code = randomUUID();
      codes.set(code, { nonce: url.searchParams.get("nonce"), challenge: url.searchParams.get("code_challenge") });
      const back = new URL(url.searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("code", code);
      back.searchParams.set("state", url.searchParams.get("state") ?? "");
      return response.writeHead(302, { location: back.href }).end();
    }
    let body = "";
    for await (const chunk of request) body += chunk;
    const fields = new URLSearchParams(body);
    const grant = codes.get(fields.get("code") ?? "");
    const verifier = createHash("sha256")
      .update(fields.get("code_verifier") ?? "")
      .digest("base64url");
    codes.delete(fields.get("code") ?? "");
    if (!grant || grant.challenge !== verifier) return json({ error: "invalid_grant" }, 400);
    const now = Math.floor(Date.now() / 1000);
    const idToken = sign({ iss: issuer, aud: clientId, iat: now, exp: now + 60, nonce: grant.nonce, ...state.claims });
    return json({ access_token: randomUUID(), token_type: "Bearer", expires_in: 60, id_token: idToken });
  });

  function sign(claims: object): string {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
    const input = `${encode({ alg: "RS256", kid: "1" })}.${encode(claims)}`;
    return `${input}.${createSign("RSA-SHA256").update(input).sign(privateKey, "base64url")}`;
  }

  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { issuer, state, stop: () => new Promise((stopped) => server.close(stopped)) };
}
