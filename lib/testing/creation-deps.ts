import { randomBytes } from "node:crypto";
import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { createPaymentLinkStore } from "@/lib/checkouts/links/payment-link.store";
import { createSecretBox } from "@/lib/platform/secret-box";
import { fiatCurrencies } from "@/lib/rates/fiat-currency.rules";
import { buildChain, newId, noon } from "./builders";
import type { TestStores } from "./stores";

const noRate = () => Promise.reject(new Error("no token is chosen, so no rate is read"));

/** Creates checkouts and payment links on real Postgres, on one chain and without rates. */
export function creationDeps({ database, checkouts, deposits, projects }: TestStores) {
  return {
    clock: { now: () => noon },
    newId,
    chains: [buildChain()],
    rates: { current: noRate, refresh: noRate },
    checkouts,
    deposits,
    projects,
    paymentLinks: createPaymentLinkStore(database, createSecretBox(randomBytes(32))),
    depositAddresses,
    walletCode: { onChains: async () => new Map([[31337, false]]) },
    refundAuthority: `0x${"f".repeat(40)}` as const,
    fiatCurrencies,
    allowHttpLoopback: false,
  };
}
