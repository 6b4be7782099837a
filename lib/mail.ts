import { createTransport } from "nodemailer";
import { env } from "./env";

/** True when a mail server is set. */
export function canMail(): boolean {
  return env().SMTP_URL !== undefined;
}

/** Sends a plain text. Rejects when there is no mail server or it refuses. */
export async function sendMail(mail: { to: string; subject: string; text: string }): Promise<void> {
  const transport = createTransport(env().SMTP_URL ?? "", {});
  try {
    await transport.sendMail({ from: env().MAIL_FROM, ...mail });
  } finally {
    transport.close();
  }
}

/**
 * The address of this service for links in mails: never the request's `Host`, with which a stranger could have the link
 * point elsewhere.
 */
export function mailedUrl(): string {
  return env().PUBLIC_URL ?? `http://localhost:${env().PORT}`;
}
