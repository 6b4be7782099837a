import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { type AddressInfo, connect } from "node:net";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

/** Host names that DNS can't resolve: only the proxy knows their address. */
const NAMED = "https://models.example/v1/records";
const MISNAMED = "https://others.example/v1/records";

const folder = mkdtempSync(path.join(os.tmpdir(), "tunnel-"));
const certificate = path.join(folder, "cert.pem");
const key = path.join(folder, "key.pem");
const asked: { method: string; authorization: string | undefined }[] = [];
let source: https.Server;
let proxy: http.Server;
const portOf = (server: http.Server | https.Server) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  const names = ["-subj", "/CN=models.example", "-addext", "subjectAltName=DNS:models.example"];
  const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", certificate];
  execFileSync("openssl", [...made, ...names], { stdio: "ignore" });
  const tls = { key: readFileSync(key), cert: readFileSync(certificate) };
  source = https.createServer(tls, (_, response) => response.end('{"data":["a model"]}'));
  proxy = http.createServer((_, response) => response.writeHead(400).end());
  proxy.on("connect", ({ url, headers }, socket) => {
    asked.push({ method: `CONNECT ${url}`, authorization: headers["proxy-authorization"] });
    if (!headers["proxy-authorization"]) return void socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    const there = connect(portOf(source), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      there.pipe(socket).pipe(there);
    });
    for (const one of [there, socket]) one.on("error", () => [there, socket].forEach((other) => void other.destroy()));
  });
  for (const server of [source, proxy])
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
});
beforeEach(() => {
  asked.length = 0;
});
afterAll(() => {
  source.close();
  proxy.close();
  rmSync(folder, { recursive: true });
});

/** Reads an address in a separate process, because Node reads additional certificate authorities only at its start. */
async function read(address: string, trusted: string, user = "user:secret@"): Promise<string> {
  const module = path.join(import.meta.dirname, "http.ts");
  const program = `import { getJson } from ${JSON.stringify(module)};
    console.log(await getJson(${JSON.stringify(address)}, {}).then(JSON.stringify, (error) => error.code));`;
  const via = `http://${user}127.0.0.1:${portOf(proxy)}`;
  const proxies = { HTTPS_PROXY: via, https_proxy: via, NO_PROXY: "", no_proxy: "" };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "-e", program],
    { env: { ...process.env, ...proxies, NODE_EXTRA_CA_CERTS: trusted } },
  );
  return stdout.trim();
}

test("a TLS model source is read through the environment's proxy, which only learns the host name", async () => {
  expect(await read(NAMED, certificate)).toBe('{"data":["a model"]}');
  const authorization = `Basic ${Buffer.from("user:secret").toString("base64")}`;
  expect(asked).toEqual([{ method: "CONNECT models.example:443", authorization }]);
});

test.each([
  ["whose certificate is for another name", MISNAMED, certificate],
  ["whose certificate has no trusted issuer", NAMED, ""],
])("a model source %s is refused, even through a proxy", async (_, address, trusted) => {
  expect(await read(address, trusted)).toBe("unreachable");
  expect(asked).toHaveLength(1);
});

test("a model source is unreachable if the proxy refuses the connection, and no direct connection is tried", async () => {
  expect(await read(NAMED, certificate, "")).toBe("unreachable");
  expect(asked).toEqual([{ method: "CONNECT models.example:443", authorization: undefined }]);
});
