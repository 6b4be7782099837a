import { expect, test } from "vitest";
import { AppError } from "@/lib/base/errors";
import { checkNewPassword } from "./password-rules";

test.each([
  "password",
  "Password123!",
  "P@ssw0rd",
  "p4ssw0rd2024",
  "12345678",
  "87654321",
  "qwertyuiop",
  "asdf1234",
  "aaaaaaaa",
  "abcabcabc",
  "qwerty123",
  "iloveyou",
  "Welcome2026",
  "letmein!!",
  "dragoman1",
  "19841231",
  "Summer2025!",
  "contraseña",
  "motdepasse1",
])("common passwords are refused: %s", (password) => {
  expect(refusal(password)).toBe(400);
});

test("passwords made from the person's address or name are refused", () => {
  expect(refusal("ada.lovelace@example.org")).toBe(400);
  expect(refusal("AdaLovelace1815")).toBe(400);
});

test.each([
  "larch-otter-42-vellum",
  "correct pony battery",
  "q7#Lw0!zR",
  "日本語のパスワード",
  "mein Hund heißt Bodo",
  "blue8839201774x1",
])("passwords that are hard to guess are accepted, whatever characters they contain: %s", (password) => {
  expect(refusal(password)).toBeNull();
});

test.each([
  ["password123456", 400],
  ["password1234567", null],
  ["!!!password!!!", 400],
  ["!!!password!!!!", null],
])("a password that contains a common word needs at least seven more characters: %s", (password, status) => {
  expect(refusal(password)).toBe(status);
});

function refusal(password: string): number | null {
  try {
    checkNewPassword(password, "ada.lovelace@example.org");
    return null;
  } catch (error) {
    return error instanceof AppError ? error.status : Number.NaN;
  }
}
