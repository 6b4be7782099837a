import { spawn } from "node:child_process";
import os from "node:os";
import { setTimeout } from "node:timers/promises";
import { Dragoman, isDragomanError } from "@/lib/packages/sdk/sdk";
import { FailedError } from "./command";

/** Gets a key that a signed-in person confirms on a page of the server. Throws if they deny it or do not answer. */
export async function confirmInBrowser(url: string): Promise<string> {
  const dragoman = new Dragoman({ baseUrl: url, apiKey: "" });
  const clientName = `dragoman on ${os.hostname()}`.slice(0, 100);
  const { deviceCode, userCode, verificationUrl, intervalSeconds } = await dragoman.startDeviceLogin({ clientName });
  // Printed to standard error, because standard output is for the result.
  console.error(`Open ${verificationUrl}\nand confirm the code ${userCode}. Waiting…`);
  if (process.stderr.isTTY) openBrowser(verificationUrl);
  for (;;) {
    await setTimeout(intervalSeconds * 1000);
    const { status, secret } = await dragoman.pollDeviceLogin({ deviceCode }).catch((error: unknown) => {
      if (isDragomanError(error) && error.code === "not_found")
        throw new FailedError("Nobody confirmed the code in time. Run dragoman login again.");
      throw error;
    });
    if (status === "approved" && secret) return secret;
    if (status === "denied") throw new FailedError("The request was denied.");
  }
}

/** Opens the page if that is possible; its address is printed in any case. */
function openBrowser(address: string): void {
  const [command, ...args]: [string, ...string[]] =
    process.platform === "darwin"
      ? ["open"]
      : process.platform === "win32"
        ? ["rundll32", "url.dll,FileProtocolHandler"]
        : ["xdg-open"];
  const child = spawn(command, [...args, address], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
