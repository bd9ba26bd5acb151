import { describe, expect, test } from "vitest";
import { longestPassword, passwordFault } from "./password.rules";

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
