import { expect, test } from "vitest";
import { authenticate } from "./authenticate";
import { PEER_HEADER } from "./client-address";

test("who tries keys from ever other addresses of one IPv6 network is told to wait like one who keeps his address", async () => {
  const wrongKeyFrom = (peer: string) => {
    const headers = new Headers({ authorization: "Bearer dgm_live_wrong", [PEER_HEADER]: peer });
    const request = { method: "GET", url: "http://localhost/v1/me", headers };
    return authenticate(request, { charge: true }).catch(({ code }) => code);
  };
  const codes: string[] = [];
  for (let i = 1; i <= 21; i++) codes.push(await wrongKeyFrom(`2001:db8:7:7::${i}`));
  expect(codes).toEqual([...Array(20).fill("unauthorized"), "rate_limit_exceeded"]);
  expect(await wrongKeyFrom("2001:db8:7:8::1")).toBe("unauthorized");
});
