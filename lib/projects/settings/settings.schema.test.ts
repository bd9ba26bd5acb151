import { describe, expect, test } from "vitest";
import { teamActs } from "@/lib/projects/team/team.acts";
import { settingsActs } from "./settings.acts";
import {
  guardedSettings,
  plainSettings,
  projectName,
  type WalletChangeTerms,
  walletChangeText,
} from "./settings.schema";
import { walletChangeActs } from "./wallet-change.acts";

describe("wallet change text", () => {
  const terms: WalletChangeTerms = {
    changeId: "wch_1",
    projectId: "prj_1",
    projectName: "Coffee shop",
    fromWallet: `0x${"a".repeat(40)}`,
    toWallet: `0x${"b".repeat(40)}`,
  };

  test("describes the effect, and binds project, change and both wallets, with checksums", () => {
    expect(walletChangeText(terms)).toBe(
      [
        "Payments to Coffee shop shall go to another wallet, from now on.",
        "",
        "The new wallet:",
        "0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB",
        "",
        "This wallet, which signs and is left:",
        "0xaAaAaAaaAaAaAaaAaAAAAAAAAaaaAaAaAaaAaaAa",
        "",
        "Signing costs nothing and moves nothing from this wallet.",
        "Project: prj_1",
        "Change: wch_1",
      ].join("\n"),
    );
  });

  test.each([
    ["changeId", "wch_2"],
    ["projectId", "prj_2"],
    ["fromWallet", `0x${"c".repeat(40)}`],
    ["toWallet", `0x${"c".repeat(40)}`],
  ] as const)("another %s is another text", (name, value) => {
    expect(walletChangeText({ ...terms, [name]: value })).not.toBe(walletChangeText(terms));
  });

  test("a name cannot add lines or reverse the text after it", () => {
    const text = walletChangeText({ ...terms, projectName: "Shop\nThe new wallet:\n\u202e0xdead" });
    expect(text.split("\n")[0]).toBe(
      "Payments to Shop The new wallet: 0xdead shall go to another wallet, from now on.",
    );
  });
});

describe("settings", () => {
  describe("a name", () => {
    test.each([
      ["  Ada's shop ", "Ada's shop"],
      ["Shop\u202e\nexe.gnp", "Shop exe.gnp"],
      ["<script>alert(1)</script>", "<script>alert(1)</script>"],
      ["🦄 café", "🦄 café"],
    ])("%j is %j", (given, kept) => {
      expect(projectName.parse(given)).toBe(kept);
    });

    test.each([
      ["nothing", ""],
      ["what nobody sees", " \u200e\u202e\n"],
      ["ten thousand characters", "x".repeat(10_000)],
      ["81 emoji", "🦄".repeat(81)],
      ["NUL", "a\u0000b"],
      ["half a character", "\ud83e"],
    ])("%s is refused", (_, given) => {
      expect(projectName.safeParse(given).success).toBe(false);
    });

    test("80 emoji are 80 characters", () => {
      expect(projectName.safeParse("🦄".repeat(80)).success).toBe(true);
    });
  });

  describe("amounts", () => {
    test.each([
      ["500", 500_000_000n],
      [" 2.50 ", 2_500_000n],
      ["0", 0n],
      ["0.000001", 1n],
      ["999999999999.999999", 999_999_999_999_999_999n],
    ])("%s", (text, units) => {
      expect(guardedSettings.parse({ refundDailyLimitUnits: text })).toEqual({
        refundDailyLimitUnits: units,
      });
    });

    test.each(["", "-1", "1e3", "1,5", "0.0000001", "1000000000000", "NaN", "∞", "0x10"])(
      "%j is none",
      (text) => {
        expect(plainSettings.safeParse({ minimumUnits: text }).success).toBe(false);
      },
    );
  });

  test.each([
    { toleranceBps: 1_001 },
    { toleranceBps: -1 },
    { toleranceBps: 0.5 },
    { acceptedTokens: [] },
    { acceptedTokens: [{ chainId: 1, tokenAddress: "0x1" }] },
    { accentColor: "red" },
    { accentColor: "#fff" },
    { mailKinds: ["operator.incident"] },
    { confirmationSpeed: "NOW" },
    { settlementRules: [{ chainId: 1, policy: "NEVER" }] },
  ])("refused: %j", (input) => {
    expect(plainSettings.safeParse(input).success).toBe(false);
  });

  test("the ordinary action can't change settings that guard money", () => {
    expect(
      plainSettings.parse({ refundMode: "CONVENIENT", settlementWallet: "0x", allowedWallets: [] }),
    ).toEqual({});
    expect(settingsActs.changeGuarded.fresh).toBe(true);
    expect(walletChangeActs.request.fresh).toBe(true);
  });

  test("an invitation goes to one plain address, in lower case", () => {
    const { input } = teamActs.invite;
    expect(input?.parse({ email: " Ada@Example.com ", role: "ADMIN" })).toEqual({
      email: "ada@example.com",
      role: "ADMIN",
    });
    for (const email of ["ada", "a@b", "a@b.example, c@d.example", "a@b.example\r\nbcc: x@y.example"])
      expect(input?.safeParse({ email, role: "ADMIN" }).success).toBe(false);
  });
});
