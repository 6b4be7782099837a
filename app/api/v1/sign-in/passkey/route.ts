import { defineRoutes } from "@/lib/http/api/define-routes";
import { publicUrl } from "@/lib/http/api/headers";
import { challengePasskey } from "@/lib/identity/second-factor/sign-in";
import { PasskeyChallenge, PasskeySignInBody } from "@/lib/schemas/second-factor";

export const endpoint = defineRoutes("/sign-in/passkey", (route) => ({
  POST: route(
    {
      summary: "Start signing in with a passkey after the password",
      access: "page",
      body: PasskeySignInBody,
      response: PasskeyChallenge,
      status: 201,
    },
    ({ request, body }) => challengePasskey(request, body, publicUrl(request)),
  ),
}));
