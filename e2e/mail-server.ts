import { type AddressInfo, createServer } from "node:net";

/** A mail server that accepts and keeps every mail. */
export async function startMailServer(): Promise<{ url: string; mails: string[]; stop: () => void }> {
  const mails: string[] = [];
  const server = createServer((socket) => {
    let data: string | null = null;
    socket.write("220 test\r\n");
    socket.on("data", (chunk) => {
      const text = chunk.toString();
      if (data !== null || /^DATA/i.test(text)) {
        if (data === null) socket.write("354 go on\r\n");
        data = (data ?? "") + text;
        if (!data.endsWith("\r\n.\r\n")) return;
        mails.push(data);
        data = null;
      }
      socket.write(/^QUIT/i.test(text) ? "221 bye\r\n" : "250 ok\r\n");
    });
    socket.on("error", () => {});
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, mails, stop: () => server.close() };
}

/** The decoded text of the mail to an address; null if there is none. */
export function mailTextTo(mails: readonly string[], email: string): string | null {
  const mail = mails.find((one) => one.includes(`To: ${email}`));
  if (!mail) return null;
  const [head = "", ...parts] = mail.split("\r\n\r\n");
  const body = parts.join("\r\n\r\n");
  const bytes = /Content-Transfer-Encoding: base64/i.test(head)
    ? Buffer.from(body, "base64")
    : Buffer.from(
        body
          .replaceAll("=\r\n", "")
          .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
        "latin1",
      );
  return bytes.toString("utf8").replaceAll("\r\n", "\n");
}
