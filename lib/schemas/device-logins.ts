import { z } from "zod";
import { StorableText, Timestamp } from "./common";
import { ApiKey } from "./keys";

export const StartDeviceLoginBody = z
  .strictObject({
    clientName: StorableText.trim()
      .min(1)
      .max(100)
      .default("Command line")
      .describe("Name of the key, also shown to the person who confirms it, such as `dragoman on laptop`"),
  })
  .meta({ id: "StartDeviceLoginRequest" });

export const StartedDeviceLogin = z
  .object({
    deviceCode: z.string().describe("Secret of the client, for `POST /device-logins/poll`"),
    userCode: z.string().describe("Code that client and page show for comparison, such as `BCDF-GHJK`"),
    verificationUrl: z.string().describe("Page on which a signed-in person confirms, with the code after `#`"),
    intervalSeconds: z.number().int().describe("Minimum time between polls"),
    expiresAt: Timestamp,
  })
  .meta({ id: "StartedDeviceLogin" });

export const PollDeviceLoginBody = z
  .strictObject({ deviceCode: z.string().min(20).max(100) })
  .meta({ id: "PollDeviceLoginRequest" });

export const DeviceLoginState = z
  .object({
    status: z.enum(["pending", "approved", "denied"]),
    secret: z.string().optional().describe("The API key. Only this response contains it"),
    key: ApiKey.pick({ id: true, name: true, scopes: true }).optional().describe("The new key, once approved"),
  })
  .meta({ id: "DeviceLoginState" });

/** With or without a hyphen, in any letter case. */
const UserCode = z
  .string()
  .max(20)
  .transform((code) => code.toUpperCase().replace(/[^A-Z]/g, ""));

export const UserCodeBody = z.strictObject({ userCode: UserCode });
export const DecideDeviceLoginBody = z.strictObject({ userCode: UserCode, approve: z.boolean() });

export const DeviceLoginPreview = z.object({
  userCode: z.string(),
  clientName: z.string(),
  clientAddress: z.string(),
});
