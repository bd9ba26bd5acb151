import { z } from "zod";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { type FiatCurrency, fiatCurrencies } from "@/lib/rates/fiat-currency.rules";
import { dailyUnits } from "@/lib/refunds/refund-decision.rules";
import { credential, help, hexAddress, serviceAddress, wholeNumber } from "../values";

const hexKey = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, "must be 0x and 64 hex digits")
  .transform((value) => value.toLowerCase() as Hex);
const gas = z
  .string()
  .regex(/^\d{1,12}$/, "must be an amount of gas: up to 12 digits")
  .transform(BigInt);

const keyForm =
  "copy the wallet's private key again: 0x and 64 digits or letters from a to f. An address has 40, and a recovery phrase is not a key";
const keystoreFor = (wallet: "OPERATOR" | "REFUND") =>
  `npm run keystore -- --new --password-file FILE --out KEYSTORE, then ${wallet}_KEYSTORE_FILE=KEYSTORE and ${wallet}_KEYSTORE_PASSWORD_FILE=FILE`;
const keystoreFile = () =>
  z.string().optional().register(help, { meaning: "an encrypted keystore in place of the key" });
const keystorePassword = () =>
  z.string().optional().register(help, {
    meaning: "its password",
    missing: "the password that encrypted the keystore, or a file with it",
  });
const keystorePasswordFile = () =>
  z.string().optional().register(help, { meaning: "or a file with the password" });

/**
 * The service's two wallets. OPERATOR pays the gas of settlements; REFUND refunds for projects in convenient mode, and
 * sweeps their deposits to contract wallets. A keystore is Web3 Secret Storage, version 3.
 */
export const walletSettings = z.object({
  OPERATOR_PRIVATE_KEY: hexKey.optional().register(help, {
    meaning: "the wallet that sends settlements and pays gas, see [wallets and keys](wallets-and-keys.md)",
    preset: "required, or a keystore",
    missing: `create a keystore: ${keystoreFor("OPERATOR")}`,
    wrong: keyForm,
  }),
  OPERATOR_KEYSTORE_FILE: keystoreFile(),
  OPERATOR_KEYSTORE_PASSWORD: keystorePassword(),
  OPERATOR_KEYSTORE_PASSWORD_FILE: keystorePasswordFile(),
  REFUND_PRIVATE_KEY: hexKey.optional().register(help, {
    meaning: "the wallet that refunds in convenient mode and sweeps to contract wallets",
    preset: "required, or a keystore, or `REFUND_AUTHORITY`",
    wrong: keyForm,
  }),
  REFUND_KEYSTORE_FILE: keystoreFile(),
  REFUND_KEYSTORE_PASSWORD: keystorePassword(),
  REFUND_KEYSTORE_PASSWORD_FILE: keystorePasswordFile(),
  REFUND_AUTHORITY: hexAddress.optional().register(help, {
    meaning: "that wallet's address, if its key is kept elsewhere",
    missing: `if the service is to refund and sweep, create a keystore: ${keystoreFor("REFUND")}; or set REFUND_PRIVATE_KEY to the key itself. If the key is kept elsewhere, set REFUND_AUTHORITY to its address: its owner signs refunds`,
    wrong: "the wallet's address: 0x and 40 digits or letters from a to f",
  }),
});

export const spendingSettings = z.object({
  REFUND_DAILY_CAP_TOKENS: wholeNumber(0, 1_000_000_000)
    .default(10_000)
    .transform((tokens) => dailyUnits(BigInt(tokens), 0))
    .register(help, {
      meaning: "the most that wallet refunds per chain and day (UTC), in tokens; the rest waits",
      wrong: "whole tokens, for example 10000",
    }),
  GASLESS_DAILY_GAS_PER_PROJECT: gas
    .default(20_000_000n)
    .register(help, { meaning: "gas for gasless payments, per project in 24 hours; 0 turns them off" }),
  GAS_FLOOR_MULTIPLE: wholeNumber(0, 1_000).default(5).register(help, {
    meaning: "a sweep or signed payment moves at least this many times the price of its gas, and a cent",
    wrong: "a whole number, for example 5",
  }),
  GASLESS_MAX_GAS_PER_RELAY: gas.default(300_000n).register(help, { meaning: "gas for one gasless payment" }),
});

/** The wallets' part of the settings, parsed. */
export type WalletSettings = z.output<typeof walletSettings>;

/** Wallets on other devices: offered where the operator has a project at a relay. */
export const walletConnectSettings = z.object({
  WALLETCONNECT_PROJECT_ID: z
    .string()
    .regex(/^[\w-]{1,64}$/, "must be the id of a WalletConnect project: letters, digits, - and _")
    .optional()
    .register(help, { meaning: "turns on WalletConnect; without it, pages load none of its code" }),
  WALLETCONNECT_RELAY_URL: serviceAddress("ws")
    .default("wss://relay.walletconnect.org")
    .register(help, { meaning: "the relay" }),
});

const currencyList = z.string().transform((value, context): readonly FiatCurrency[] => {
  const codes = value.split(",").map((code) => code.trim());
  const unknown = codes.filter((code) => !fiatCurrencies.some((known) => known.code === code));
  if (unknown.length === 0) return fiatCurrencies.filter(({ code }) => codes.includes(code));
  const known = fiatCurrencies.map(({ code }) => code).join(", ");
  context.addIssue({ code: "custom", message: `has ${unknown.join(", ")}; the service knows ${known}` });
  return z.NEVER;
});

export const priceSettings = z.object({
  FIAT_CURRENCIES: currencyList.default(fiatCurrencies).register(help, {
    meaning: "codes separated by commas, to offer fewer than the service knows: `USD,EUR`",
    preset: "all",
  }),
  COINGECKO_API_KEY: credential.optional().register(help, { meaning: "a key for CoinGecko" }),
  COINGECKO_URL: serviceAddress("http")
    .default("https://api.coingecko.com/api/v3")
    .register(help, { meaning: "address of CoinGecko's rates" }),
  COINBASE_URL: serviceAddress("http")
    .default("https://api.coinbase.com/v2")
    .register(help, { meaning: "address of Coinbase's rates" }),
  KRAKEN_URL: serviceAddress("http")
    .default("https://api.kraken.com/0/public")
    .register(help, { meaning: "address of Kraken's rates" }),
  ECB_URL: serviceAddress("http")
    .default("https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml")
    .register(help, { meaning: "address of the European Central Bank's daily rates" }),
});
