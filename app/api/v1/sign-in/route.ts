import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { signInOptions } from "@/lib/identity/accounts/sign-up-policy";
import { SignInOptions } from "@/lib/schemas/sign-in";

export const endpoint = defineRoutes("/sign-in", {
  GET: route({ summary: "List the ways to sign in", access: "page", response: SignInOptions }, () => signInOptions()),
});
