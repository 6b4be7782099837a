import crypto from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import S3rver from "s3rver";

// s3rver encrypts the tokens for a list's next pages with DES, which OpenSSL 3 no longer supports.
const { createCipheriv, createDecipheriv } = crypto;
const twice = (bytes: Buffer) => Buffer.concat([bytes, bytes]);
const withoutDes =
  <Cipher>(create: (algorithm: string, key: Buffer, iv: Buffer, ...options: unknown[]) => Cipher) =>
  (algorithm: string, key: Buffer, iv: Buffer, ...options: unknown[]) =>
    algorithm === "des" ? create("aes-128-cbc", twice(key), twice(iv)) : create(algorithm, key, iv, ...options);
Object.assign(crypto, {
  createCipheriv: withoutDes(createCipheriv as never),
  createDecipheriv: withoutDes(createDecipheriv as never),
});

export const S3_KEYS = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };

/** An S3 server with one bucket. `forgetBroken` removes the remains of interrupted uploads, which S3 never lists. */
export async function startS3(): Promise<{ url: string; forgetBroken: () => void; stop: () => Promise<void> }> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-s3-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: "files", configs: [] }],
  });
  const { port } = await server.run();
  return {
    url: `s3://files/some/prefix?endpoint=http://127.0.0.1:${port}&region=us-east-1`,
    forgetBroken: () => {
      const files = fs.readdirSync(directory, { recursive: true, encoding: "utf8" });
      const known = new Set(files);
      for (const file of files)
        if (file.endsWith("._S3rver_object") && !known.has(file.replace(/object$/, "metadata.json")))
          fs.rmSync(path.join(directory, file));
    },
    stop: async () => {
      await server.close();
      fs.rmSync(directory, { recursive: true, force: true });
    },
  };
}
