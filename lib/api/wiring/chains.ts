import "server-only";
import { perChain } from "@/lib/chain/chains.rules";
import { createChainGuard } from "@/lib/chain/check/chain-guard";
import { usesTags } from "@/lib/chain/confirmation-policy.rules";
import { depositAddresses, requiredContracts } from "@/lib/chain/contracts/deposit-address.chain";
import { createLocalChains } from "@/lib/chain/local-chains.chain";
import { createChainReader } from "@/lib/chain/reader/chain-reader.chain";
import { shareSizes } from "@/lib/chain/rpc/sizes";
import { createChainSender, createLocalSigner } from "@/lib/chain/sender/chain-sender.chain";
import { refundCalls } from "@/lib/chain/sender/contract-calls.chain";
import { createMessageVerifier, createWalletCode } from "@/lib/chain/wallets.chain";
import type { TestToolParts } from "@/lib/payments/test-tools";
import { perProcess } from "@/lib/platform/process/per-process";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { createWalletCodeStore } from "@/lib/projects/wallets/wallet-code.store";
import { createCoinPrices, ratedCoins } from "@/lib/rates/coin-prices";
import { createRateService } from "@/lib/rates/get-rates";
import { createFixedProvider, createProviders } from "@/lib/rates/providers";
import { createRateStore } from "@/lib/rates/rate.store";
import type { Env } from "@/lib/settings/env";
import { createTokenAuthorizations } from "@/lib/signed/token-authorizations.chain";
import { createRelayCosts } from "@/lib/signed/x402/relay-costs.chain";
import { getProcess } from "./process";

/** Prices of tokens and coins. */
export const getRates = perProcess("rates", () => {
  const { settings, database, common } = getProcess();
  const { clock, log } = common;
  const rateStore = createRateStore(database);
  const providers =
    settings.DEMO_FIXED_RATES === undefined
      ? createProviders(settings, clock, ratedCoins(settings.CHAINS))
      : [createFixedProvider(settings.DEMO_FIXED_RATES)];
  const rates = createRateService({ clock, log, providers, rateStore });
  return { rateStore, rates, coinPrices: createCoinPrices(rates) };
});

/** The chains with what their nodes accept: all clients of a chain learn it together. */
const getNodes = perProcess("nodes", () => {
  const { settings, common } = getProcess();
  return settings.CHAINS.map((chain) => ({ ...chain, sizesOf: shareSizes(chain, common.clock) }));
});

/** The chains as anybody may read them: nothing here signs. */
export const getChains = perProcess("chains", () => {
  const { settings, database, common } = getProcess();
  const { clock, log, incidents } = common;
  const { refundKey, refundAuthority } = settings.walletKeys;
  const nodes = getNodes();
  const { coinPrices } = getRates();
  const reader = perChain(nodes, (chain) =>
    createChainReader({ ...chain, usesTags: usesTags(chain.confirmations) }),
  );
  return {
    ...common,
    chains: settings.CHAINS,
    reader,
    chainGuard: createChainGuard({
      chains: settings.CHAINS,
      reader,
      requiredContracts,
      clock,
      log,
      incidents,
    }),
    depositAddresses,
    refundCalls,
    refundAuthority,
    refundWallet: refundKey === null ? null : refundAuthority,
    verifyMessage: createMessageVerifier(nodes),
    tokenAuthorizations: createTokenAuthorizations(nodes, clock),
    coinPrices,
    gasFloorMultiple: settings.GAS_FLOOR_MULTIPLE,
    relayCosts: createRelayCosts(nodes, coinPrices, clock),
    gasless: {
      dailyGasPerProject: settings.GASLESS_DAILY_GAS_PER_PROJECT,
      maxGasPerRelay: settings.GASLESS_MAX_GAS_PER_RELAY,
    },
    walletCode: createWalletCode({
      clock,
      log,
      readers: settings.CHAINS.map(({ chainId }) => reader(chainId)),
      store: createWalletCodeStore(database),
    }),
    localChains: localChains(settings),
  };
});

/** What signs with the service's own keys. */
export const getSenders = perProcess("senders", () => {
  const { settings } = getProcess();
  const { operatorKey, refundKey } = settings.walletKeys;
  const sendersWith = (privateKey: Hex) => {
    const signer = createLocalSigner(privateKey);
    return perChain(getNodes(), (chain) =>
      createChainSender({ ...chain, signer, factoryAddress: depositAddresses.factory }),
    );
  };
  return {
    sender: sendersWith(operatorKey),
    refundSender: refundKey === null ? () => null : sendersWith(refundKey),
  };
});

/** Play money and its payer belong to the demo and the tests; they move nothing real. */
function localChains({ APP_MODE, CHAINS, DEMO_PAYER_ADDRESS }: Env): TestToolParts["localChains"] {
  const local = CHAINS.filter((chain) => chain.local);
  if (APP_MODE === "production" || local.length === 0 || DEMO_PAYER_ADDRESS === undefined) return null;
  return createLocalChains(local, DEMO_PAYER_ADDRESS);
}
