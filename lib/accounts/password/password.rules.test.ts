import { verify } from "@node-rs/argon2";
import { describe, expect, test } from "vitest";
import { longestPassword, passwordFault } from "./password.rules";
import { createPasswordHasher } from "./passwords";

const email = "ada.lovelace@example.com";

describe("a password", () => {
  test.each(["correct horse battery", "twelve chars", "🦀🐙🦑🐚🐡🐠🐟🐬🐳🐋🦈🦭", `${"x".repeat(64)}yz`])(
    "%s may be chosen",
    (password) => {
      expect(passwordFault(password, email)).toBeNull();
    },
  );

  test.each([
    ["", "too_short"],
    ["eleven char", "too_short"],
    // Eleven characters, whatever their bytes.
    ["🦀🐙🦑🐚🐡🐠🐟🐬🐳🐋🦈", "too_short"],
    [`ab${"c".repeat(longestPassword - 1)}`, "too_long"],
    [email, "email"],
    [" Ada.Lovelace@Example.COM ", "email"],
    ["password1234", "common"],
    ["PassWord1234", "common"],
    // Full-width letters are the same letters.
    ["ｐａｓｓｗｏｒｄ１２３４", "common"],
    ["aaaaaaaaaaaa", "common"],
    ["abababababab", "common"],
  ])("%s may not: %s", (password, fault) => {
    expect(passwordFault(password, email)).toBe(fault);
  });
});

const passwords = createPasswordHasher();

test("a hash is argon2id with OWASP's parameters, and another every time", async () => {
  const one = await passwords.hash("correct horse battery");
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.hash("correct horse battery")).not.toBe(one);
  expect(await verify(one, "correct horse battery")).toBe(true);
});

test("matches the password in every Unicode form, and no other", async () => {
  const hash = await passwords.hash("caf\u00e9 caf\u00e9 caf\u00e9");
  expect(await passwords.verify(hash, "caf\u00e9 caf\u00e9 caf\u00e9")).toBe(true);
  expect(await passwords.verify(hash, "cafe\u0301 cafe\u0301 cafe\u0301")).toBe(true);
  expect(await passwords.verify(hash, "cafe cafe cafe")).toBe(false);
  expect(await passwords.verify(hash, "")).toBe(false);
});

test("rejects every password when there is no hash", async () => {
  expect(await passwords.verify(null, "wrong horse battery")).toBe(false);
});
