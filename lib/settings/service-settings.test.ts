import { describe, expect, test } from "vitest";
import { mailSettings } from "./sections/mail-and-sign-in";
import { missingMailSettings, missingOauthSettings } from "./service-settings";

describe("oauth settings", () => {
  test("a provider needs both of its settings, or none", () => {
    expect(missingOauthSettings({})).toEqual([]);
    expect(missingOauthSettings({ GOOGLE_CLIENT_ID: "", GOOGLE_CLIENT_SECRET: "" })).toEqual([]);
    expect(missingOauthSettings({ GITHUB_CLIENT_ID: "a", GITHUB_CLIENT_SECRET: "b" })).toEqual([]);
    expect(
      missingOauthSettings({ GITHUB_CLIENT_ID: "a", GOOGLE_CLIENT_SECRET: "b" }).map(({ says }) => says),
    ).toEqual([
      "GOOGLE_CLIENT_ID is missing: GOOGLE_CLIENT_SECRET is set",
      "GITHUB_CLIENT_SECRET is missing: GITHUB_CLIENT_ID is set",
    ]);
  });
});

describe("mail settings", () => {
  describe("MAIL_FROM", () => {
    test.each([
      ["pay@example.com", { name: "", address: "pay@example.com" }],
      ["Söhne & Töchter Pay <pay@example.com>", { name: "Söhne & Töchter Pay", address: "pay@example.com" }],
    ])("%s is read", (MAIL_FROM, mailbox) => {
      expect(mailSettings.parse({ MAIL_FROM })).toEqual({ MAIL_FROM: mailbox });
    });

    test.each([
      "nobody",
      "Pay pay@example.com",
      "A, B <pay@example.com>",
      "Pay\r\nBcc: x <pay@example.com>",
      "Pay <a@example.com>, <b@example.com>",
    ])("%j is refused", (MAIL_FROM) => {
      expect(mailSettings.safeParse({ MAIL_FROM }).success).toBe(false);
    });
  });

  test("an address of a server that is refused is not repeated: it holds a password", () => {
    const result = mailSettings.safeParse({ SMTP_URL: "http://shop:secret-word@mail.example.com" });
    expect(result.success).toBe(false);
    expect(JSON.stringify(result.error?.issues)).not.toContain("secret-word");
  });

  test("a mail server requires a sender, and both are optional", () => {
    expect(missingMailSettings({})).toEqual([]);
    expect(missingMailSettings({ SMTP_URL: "", MAIL_FROM: "" })).toEqual([]);
    expect(missingMailSettings({ MAIL_FROM: "pay@example.com" })).toEqual([]);
    expect(missingMailSettings({ SMTP_URL: "smtp://mail.example.com" })).toMatchObject([
      { says: "MAIL_FROM is missing: SMTP_URL is set" },
    ]);
  });
});
