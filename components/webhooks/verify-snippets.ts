/** Code for receivers: true for a request signed with the secret within five minutes. Needs no packages. */
export const VERIFY_SNIPPETS = {
  JavaScript: `import { createHmac, timingSafeEqual } from "node:crypto";

// headers: names in lower case. body: the text as it arrived, before any JSON parser.
export function verify(secret, headers, body) {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const expected = createHmac("sha256", key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  const isFresh = Math.abs(Date.now() / 1000 - timestamp) < 300;
  return isFresh && headers["webhook-signature"].split(" ").some((one) => {
    const given = Buffer.from(one.replace("v1,", ""), "base64");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}`,
  Python: `import base64, hashlib, hmac, time

# headers: names in lower case. body: the bytes as they arrived, before any JSON parser.
def verify(secret: str, headers: dict, body: bytes) -> bool:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    timestamp = headers["webhook-timestamp"]
    message = f"{headers['webhook-id']}.{timestamp}.".encode() + body
    digest = hmac.new(key, message, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    is_fresh = abs(time.time() - int(timestamp)) < 300
    given = headers["webhook-signature"].split()
    return is_fresh and any(hmac.compare_digest(expected, one) for one in given)`,
} as const;
