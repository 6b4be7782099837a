import { describe, expect, test } from "vitest";
import { misspeltSettings, readEnv } from "./env";

describe("readEnv", () => {
  test.each([
    ["TRUSTED_PROXIES", "nginx", "Give addresses or CIDR ranges"],
    ["TRUSTED_PROXIES", "10.0.0.0/33", "Give addresses or CIDR ranges"],
    ["TRUSTED_PROXIES", "10.0.0.1, ::1/129", "Give addresses or CIDR ranges"],
    ["PUBLIC_URL", "https://example.org/tr", "needs its own host name"],
    ["PUBLIC_URL", "https://me:secret@example.org", "Give an address without user"],
    ["PUBLIC_URL", "translate.example.org", "begins with http:// or https://"],
    ["DATABASE_URL", "mysql://db", "postgres://user:password@host:5432/database"],
    ["DEEPL_URL", "https://me:secret@example.org", "without user and password"],
    ["SMTP_URL", "mail.example.org", "smtp://user:password@host:587"],
    ["PORT", "http", "Give a port from 0 to 65535."],
    ["PORT", "70000", "Give a port from 0 to 65535."],
    ["JOB_CONCURRENCY", "many", "Give a whole number of 1 or more."],
    ["JOB_CONCURRENCY", "65", "Give at most 64."],
    ["RESULT_CACHE_MB", "-1", "Give a whole number of 0 or more."],
    ["SECURE_COOKIES", "yes", "Give true or false."],
    ["METRICS_TOKEN", "short", "Give at least 16 characters."],
    ["DRAGOMAN_SECRET", "short", "Give at least 32 characters."],
  ])(
    "an invalid setting is refused, and the error shows the expected format but not the value: %s=%s",
    (name, value, words) => {
      expect(() => readEnv({ [name]: value })).toThrow(words);
      expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^${name}: (?!.*${value.slice(-12)})`));
    },
  );

  test("settings with addresses accept IPv4 and IPv6 addresses and ranges", () => {
    const TRUSTED_PROXIES = "127.0.0.1, 10.0.0.0/8 ::1,fd00::/8,0.0.0.0/0";
    expect(readEnv({ TRUSTED_PROXIES }).TRUSTED_PROXIES).toHaveLength(5);
    expect(readEnv({ PUBLIC_URL: "https://example.org:8443/" }).PUBLIC_URL).toBe("https://example.org:8443");
  });

  test("turning off password sign-in requires a sign-in provider", () => {
    expect(() => readEnv({ PASSWORD_SIGN_IN: "off" })).toThrow("PASSWORD_SIGN_IN");
    expect(() => readEnv({ PASSWORD_SIGN_IN: "no" })).toThrow("PASSWORD_SIGN_IN");
    expect(readEnv({ PASSWORD_SIGN_IN: "off", GITHUB_ID: "a", GITHUB_SECRET: "b" }).PASSWORD_SIGN_IN).toBe("off");
  });

  test("a misspelt setting is reported with the closest valid name", () => {
    const meant = (name: string) => misspeltSettings([name])[0]?.meant;
    expect(meant("DEFAULT_TEIR"), "exchanged letters").toBe("DEFAULT_TIER");
    expect(meant("DATABASEURL"), "a missing letter").toBe("DATABASE_URL");
    expect(meant("TRUSTED_PROXIESS"), "a letter too many").toBe("TRUSTED_PROXIES");
    expect(meant("LOG_LEVEI"), "a wrong letter").toBe("LOG_LEVEL");
    expect(meant("DRAGOMAN_MODEL")).toBe("DRAGOMAN_MODELS");
    expect(meant("DRAGOMAN_NOTHING"), "unknown").toBeNull();
    const others = ["DRAGOMAN_SECRET", "PATH", "HOSTNAME", "DRAGOMAN_API_KEY", "DRAGOMAN_PORT_3000_TCP", "NODE_ENV"];
    expect(misspeltSettings([...others, "DRAGOMAN_SERVICE_HOST"])).toEqual([]);
  });
});
