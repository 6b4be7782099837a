import { defineRoutes } from "@/lib/http/api/define-routes";
import { signInOptions } from "@/lib/identity/accounts/sign-up-policy";
import { SignInOptions } from "@/lib/schemas/sign-in";

export const endpoint = defineRoutes("/sign-in", (route) => ({
  GET: route({ summary: "List the ways to sign in", access: "page", response: SignInOptions }, () => signInOptions()),
}));
