import { defineRoutes } from "@/lib/http/api/define-routes";
import { setSignUpPolicy, signUpSetting } from "@/lib/identity/accounts/sign-up-policy";
import { SignUpSetting, SignUpSettingBody } from "@/lib/schemas/admin";

export const endpoint = defineRoutes("/admin/sign-up", (route) => ({
  GET: route(
    {
      summary: "Get who may sign up",
      access: "session",
      admin: true,
      response: SignUpSetting,
    },
    () => signUpSetting(),
  ),
  PUT: route(
    {
      summary: "Set who may sign up",
      access: "session",
      admin: true,
      body: SignUpSettingBody,
      audit: { action: "sign_up.changed", details: { policy: "body.policy" } },
      response: SignUpSetting,
    },
    ({ body }) => setSignUpPolicy(body.policy),
  ),
}));
