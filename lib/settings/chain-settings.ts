import { z } from "zod";
import { defaultConfirmations, defaultSending, knownChains } from "@/lib/chain/chain-defaults.rules";
import { type Chain, defaultBatch, defaultFilterAddresses, localChainIds } from "@/lib/chain/chains.rules";
import { knownNativeCurrency, nativeCurrencyOf } from "@/lib/chain/native-currency.rules";
import { feeCeiling, l1Fees, type SendingPolicy } from "@/lib/chain/sender/sending.rules";
import { mostTokenDecimals } from "@/lib/platform/values/money.rules";
import { hourMs, minuteMs } from "@/lib/platform/values/time.rules";
import { parseUrl } from "@/lib/platform/values/url.rules";
import { help, hexAddress, json, serviceAddress, settingObject } from "./values";

const tokenSetting = settingObject({
  symbol: z.string().min(1).max(16),
  name: z.string().min(1).max(64),
  address: hexAddress,
  decimals: z.number().int().min(0).max(mostTokenDecimals),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "must be an ISO 4217 code, such as EUR")
    .optional(),
});

/** The coin that pays for gas. Amounts are shown with six decimals. */
const nativeCurrencySetting = settingObject({
  name: z.string().min(1).max(64),
  symbol: z.string().min(1).max(16),
  decimals: z.number().int().min(6).max(36),
});

const blockCount = z.number().int().min(1).max(100_000);
const requirementSetting = z.discriminatedUnion("kind", [
  settingObject({ kind: z.literal("blocks"), blocks: blockCount }),
  settingObject({
    kind: z.literal("tag"),
    tag: z.enum(["safe", "finalized"]),
    whenStalled: settingObject({ blocks: blockCount }).optional(),
  }),
]);
const tiersSetting = z.array(
  settingObject({
    belowTokens: z.number().int().min(1).nullable(),
    requirement: requirementSetting,
  }),
);
/** A chain's own confirmation policy; the last tier's `belowTokens` is null, so that every amount has a tier. */
const confirmationSetting = settingObject({
  paid: tiersSetting
    .min(1)
    .refine((tiers) => tiers.at(-1)?.belowTokens === null, "must end with a tier without a limit"),
  fast: tiersSetting.default([]),
  settle: requirementSetting,
});

const wei = z
  .string()
  .regex(/^\d{1,30}$/, "must be an amount of wei: text of up to 30 digits")
  .transform(BigInt);
/** How the wallets send on a chain; a missing field keeps its default. Amounts are decimal text, in wei. */
const sendingSetting = settingObject({
  maxFeePerGasWei: wei.optional(),
  minPriorityFeePerGasWei: wei.optional(),
  dailyCapWei: wei.nullable().optional(),
  l1Fee: z.enum(l1Fees).optional(),
  stuckAfterMs: z.number().int().min(1_000).max(hourMs).optional(),
});

/** What identifies a node in its URL. A node listed twice would agree with itself. */
function nodeOf(rpcUrl: string): string {
  const url = parseUrl(rpcUrl);
  if (url === null) return rpcUrl;
  const { host, pathname, search } = url;
  return host + pathname.replace(/\/+$/, "") + search;
}

const chainFields = settingObject({
  chainId: z.int32().positive(),
  rpcUrls: z
    .array(z.url({ protocol: /^https?$/ }))
    .min(1)
    .refine((urls) => new Set(urls.map(nodeOf)).size === urls.length, "names a node twice"),
  name: z.string().optional(),
  blockExplorerUrl: serviceAddress("http").nullable().optional(),
  tokens: z.array(tokenSetting).optional(),
  pollIntervalMs: z.number().int().min(100).max(minuteMs).optional(),
  maxBatch: z.number().int().min(1).max(1_000).optional(),
  // With fewer, a chain may produce blocks as fast as they are read, and a gap would never close.
  maxBlockRange: z.number().int().min(10).max(100_000).optional(),
  maxFilterAddresses: z.number().int().min(0).max(10_000).optional(),
  confirmations: confirmationSetting.optional(),
  sending: sendingSetting.optional(),
  nativeCurrency: nativeCurrencySetting.optional(),
  nativeCoinUsd: z.number().positive().nullable().optional(),
});

/** One chain of the setting CHAINS. A missing field is that of a known chain, or a default. */
const chainSetting = chainFields
  .refine(
    (setting) => {
      const { local, nativeCoinUsd, sending } = configuredChain(setting);
      return local || nativeCoinUsd !== null || sending.dailyCapWei !== null;
    },
    {
      message: "is required without nativeCoinUsd: one of the two limits the cost of gas",
      path: ["sending", "dailyCapWei"],
    },
  )
  .refine(
    ({ chainId, nativeCurrency }) => nativeCurrency !== undefined || knownNativeCurrency(chainId) !== null,
    {
      message:
        'is required for this chain: the coin that pays for gas, e.g. {"name":"Ether","symbol":"ETH","decimals":18}',
      path: ["nativeCurrency"],
    },
  );

export const chainsSetting = json(
  z
    .array(chainSetting)
    .min(1)
    .refine(
      (chains) => new Set(chains.map(({ chainId }) => chainId)).size === chains.length,
      "names a chain twice",
    ),
).register(help, {
  meaning: "JSON: the chains and their nodes, see [chains and nodes](chains-and-nodes.md)",
  preset: "required",
  missing: `for example [{"chainId":8453,"rpcUrls":["https://…","https://…"]}]`,
  wrong: `for example [{"chainId":8453,"rpcUrls":["https://…"]}]; docs/operators/chains-and-nodes.md explains every field`,
});

/** An enabled chain with the nodes through which it is read. */
export type ConfiguredChain = Chain & { rpcUrls: readonly string[] };

/** A chain with the defaults for missing fields. */
export function configuredChain(setting: z.output<typeof chainFields>): ConfiguredChain {
  const known = knownChains.find(({ chainId }) => chainId === setting.chainId);
  return {
    chainId: setting.chainId,
    name: setting.name ?? known?.name ?? `Chain ${setting.chainId}`,
    blockExplorerUrl: setting.blockExplorerUrl ?? known?.blockExplorerUrl ?? null,
    local: localChainIds.has(setting.chainId),
    tokens:
      setting.tokens?.map((token) => ({
        ...known?.tokens.find(({ address }) => address === token.address),
        ...token,
      })) ??
      known?.tokens ??
      [],
    pollIntervalMs: setting.pollIntervalMs ?? known?.pollIntervalMs ?? 2_000,
    maxBatch: setting.maxBatch ?? known?.maxBatch ?? defaultBatch,
    maxBlockRange: setting.maxBlockRange ?? known?.maxBlockRange ?? 1_000,
    maxFilterAddresses: setting.maxFilterAddresses ?? known?.maxFilterAddresses ?? defaultFilterAddresses,
    confirmations: setting.confirmations ?? defaultConfirmations(setting.chainId),
    sending: configuredSending(setting),
    nativeCurrency: setting.nativeCurrency ?? nativeCurrencyOf([], setting.chainId),
    nativeCoinUsd:
      setting.nativeCoinUsd === undefined ? (known?.nativeCoinUsd ?? null) : setting.nativeCoinUsd,
    rpcUrls: setting.rpcUrls,
  };
}

function configuredSending(setting: z.output<typeof chainFields>): SendingPolicy {
  const { chainId, sending = {}, nativeCoinUsd = null } = setting;
  const usual = defaultSending(chainId);
  const isKnown = localChainIds.has(chainId) || knownChains.some((known) => known.chainId === chainId);
  const { decimals } = setting.nativeCurrency ?? nativeCurrencyOf([], chainId);
  const ceiling = isKnown
    ? null
    : feeCeiling({ nativeCoinUsd, decimals, dailyCapWei: sending.dailyCapWei ?? null });
  return {
    maxFeePerGasWei: sending.maxFeePerGasWei ?? ceiling ?? usual.maxFeePerGasWei,
    minPriorityFeePerGasWei: sending.minPriorityFeePerGasWei ?? usual.minPriorityFeePerGasWei,
    // Null is a value: no limit.
    dailyCapWei: sending.dailyCapWei === undefined ? usual.dailyCapWei : sending.dailyCapWei,
    l1Fee: sending.l1Fee ?? usual.l1Fee,
    stuckAfterMs: sending.stuckAfterMs ?? usual.stuckAfterMs,
  };
}
