import { z } from "zod";
import { confirmationSpeeds } from "@/lib/chain/confirmation-policy.rules";
import { projectMailKinds } from "@/lib/letters/mail-kinds.rules";
import { fault } from "@/lib/platform/faults/fault.rules";
import { readTimeZone } from "@/lib/platform/i18n/time-zone.rules";
import { address, chainId, isHttpsUrl, redirectUrl, says, text } from "@/lib/platform/primitives.schema";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { amountPricedDecimals, parseDecimal } from "@/lib/platform/values/money.rules";
import { oneLine } from "@/lib/platform/values/one-line.rules";
import { dayMs } from "@/lib/platform/values/time.rules";
import { apiKeyUses } from "@/lib/projects/keys/api-key.rules";
import { parseAccentColor } from "@/lib/projects/looks/looks.rules";
import { mostHoldHours } from "./settlement-policy.rules";

/** A shop's name for its customers: one line of visible characters. */
export const projectName = text(80)
  .transform(oneLine)
  .refine((name) => name !== "", says(fault("accounts.enterName")));

const mostWhole = 12;

const mostWallets = 50;

/** 10 %: a larger tolerance would be another price. */
const mostToleranceBps = 1_000;

/** "2.50" in units of the stablecoins of the limits. */
const tokens = z.string().transform((value, context): bigint => {
  const parsed = parseDecimal(value.trim());
  if (
    parsed === null ||
    parsed.scale > amountPricedDecimals ||
    parsed.digits >= 10n ** BigInt(mostWhole + parsed.scale)
  ) {
    context.addIssue({ code: "custom", fault: fault("fields.amountLike") });
    return z.NEVER;
  }
  return parsed.digits * 10n ** BigInt(amountPricedDecimals - parsed.scale);
});

const accentColor = z
  .string()
  .nullable()
  .transform((value, context): string | null => {
    const color = value === null ? null : parseAccentColor(value);
    if (value !== null && color === null) context.addIssue({ code: "custom", fault: fault("fields.colour") });
    return color;
  });

function emptyIsNull(value: string | null): string | null {
  return value === null || value.trim() === "" ? null : value.trim();
}

/** Customers see it as a link, so it is one of two harmless kinds. */
const supportContact = text(320)
  .nullable()
  .transform(emptyIsNull)
  .refine(
    (value) => value === null || z.email().safeParse(value).success || isSupportUrl(value),
    says(fault("fields.emailOrUrl")),
  );

const timeZone = z
  .string()
  .nullable()
  .transform((value, context): string | null => {
    if (value === null || value === "") return null;
    const zone = readTimeZone(value);
    if (zone === null) context.addIssue({ code: "custom", fault: fault("fields.timeZone") });
    return zone;
  });

function isSupportUrl(value: string): boolean {
  return redirectUrl.safeParse(value).success && isHttpsUrl(value);
}

const settlementPolicy = z.enum(["IMMEDIATE", "BATCHED", "MANUAL"]);

const settlementHoldHours = z
  .int()
  .min(0)
  .max(mostHoldHours, says(fault("fields.hours", { most: mostHoldHours })));

/** What an admin may change. */
export const plainSettings = z
  .object({
    name: projectName,
    accentColor,
    acceptedTokens: z
      .array(z.object({ chainId, tokenAddress: address }))
      .min(1, says(fault("projects.noToken")))
      .max(200),
    confirmationSpeed: z.enum(confirmationSpeeds),
    toleranceBps: z
      .int()
      .min(0)
      .max(mostToleranceBps, says(fault("fields.percent"))),
    minimumUnits: tokens,
    latePaymentPolicy: z.enum(["HOLD", "ACCEPT", "REFUND"]),
    lateAcceptBps: z
      .int()
      .min(0)
      .max(mostToleranceBps, says(fault("fields.percent")))
      .nullable(),
    anyTokenPays: z.boolean(),
    requoteExpired: z.boolean(),
    x402Enabled: z.boolean(),
    receiptDetails: text(500).nullable().transform(emptyIsNull),
    supportContact,
    timeZone,
    settlementPolicy,
    settlementHoldHours,
    settlementRules: z.array(z.object({ chainId, policy: settlementPolicy })).max(50),
    apiKeyUse: z.enum(apiKeyUses),
    apiKeyCreatesCheckouts: z.boolean(),
    mailKinds: z.array(z.enum(projectMailKinds)),
  })
  .partial();

/** How customers see the shop: neither money nor keys. */
export const shopSettings = plainSettings.pick({
  name: true,
  accentColor: true,
  receiptDetails: true,
  supportContact: true,
});

/** Where money may go, and who may refund it. */
export const guardedSettings = z
  .object({
    refundMode: z.enum(["STRICT", "CONVENIENT"]),
    refundDailyLimitUnits: tokens,
    allowedWallets: z
      .array(address)
      .max(mostWallets, says(fault("fields.mostAddresses", { most: mostWallets }))),
  })
  .partial();

/** By the present settlement wallet. */
export const walletSignature = z.object({
  signature: z
    .string()
    .trim()
    .max(4_098)
    .regex(/^0x([0-9a-fA-F]{2})+$/, says(fault("fields.hex")))
    .transform((value) => value.toLowerCase() as Hex),
});

/** How long a new settlement wallet waits unless the old one signs. */
export const walletChangeWaitMs = dayMs;

/** What the present wallet signs. */
export type WalletChangeTerms = {
  changeId: string;
  projectId: string;
  projectName: string;
  /** The wallet that signs. */
  fromWallet: Hex;
  toWallet: Hex;
};

/**
 * The text by which the present settlement wallet approves its replacement at once (`personal_sign`). Page and service
 * build it from the same facts. It is valid for this change and these two wallets only.
 */
export function walletChangeText(terms: WalletChangeTerms): string {
  return [
    `Payments to ${oneLine(terms.projectName)} shall go to another wallet, from now on.`,
    "",
    "The new wallet:",
    checksummed(terms.toWallet),
    "",
    "This wallet, which signs and is left:",
    checksummed(terms.fromWallet),
    "",
    "Signing costs nothing and moves nothing from this wallet.",
    `Project: ${terms.projectId}`,
    `Change: ${terms.changeId}`,
  ].join("\n");
}
