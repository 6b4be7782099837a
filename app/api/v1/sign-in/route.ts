import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { signInOptions } from "@/lib/identity/accounts/sign-up-policy";
import { SignInOptions } from "@/lib/schemas/sign-in";

export const endpoint = defineRoutes("/sign-in", {
  GET: route({ summary: "Say how to sign in here", access: "page", response: SignInOptions }, () => signInOptions()),
});
