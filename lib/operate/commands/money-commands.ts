import { z } from "zod";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import { formatCoins, nativeCurrencyOf } from "@/lib/chain/native-currency.rules";
import { fault, sentenceOf } from "@/lib/platform/faults/fault.rules";
import { address } from "@/lib/platform/primitives.schema";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";
import type { Actor } from "@/lib/projects/project-access";
import { changeSettings } from "@/lib/projects/settings/change-settings";
import { mostHoldHours } from "@/lib/projects/settings/settlement-policy.rules";
import { listOpenRefunds } from "@/lib/refunds/dashboard/read-refunds";
import { createRefundBody } from "@/lib/refunds/refund.schema";
import { refundText } from "@/lib/refunds/refunds.acts";
import { listSettlements } from "@/lib/settlement/dashboard/read-settlements";
import { requestSettlement } from "@/lib/settlement/request-settlement";
import type { SettlementView } from "@/lib/settlement/settlement.store";
import { countStray, returnStray } from "@/lib/strays/decide-strays";
import type { StrayHolding } from "@/lib/strays/stray.rules";
import { sweepRefusals } from "@/lib/strays/stray.rules";
import { sweepStray } from "@/lib/strays/sweep-stray";
import { type AdminCommand, type AdminDeps, openProject, parseOptions } from "./command";

const maxRefunds = 500;

/** A person who may run commands may act in every project. */
const operator: Actor = { projectId: null, userId: null };
const approvingOperator = { ...operator, approves: true };

/** Why a deposit stays that only the settlement policy holds back. */

const onceOnly = "We show it only once. A new one replaces it.";

/** Open refunds of every project. */
export const refundCommands = {
  "list-refunds": {
    usage: "[--project ID]",
    says: "lists refunds that are waiting or on their way",
    reads: true,
    run: async (deps, { project }) => {
      const open = await listOpenRefunds(deps, project, maxRefunds + 1);
      if (open.length === 0) return ["There are no open refunds."];
      const more = open.length > maxRefunds ? [`… only the first ${maxRefunds} are shown.`] : [];
      return [...open.slice(0, maxRefunds).flatMap((refund) => refundText(deps, refund)), ...more];
    },
  },
} as const satisfies Record<string, AdminCommand>;

const maxSettlements = 100;

/** Lists and requests settlements. */
export const settlementCommands = {
  "sweep-now": {
    usage: "--project ID [--checkout ID]",
    says: "sweeps now, regardless of the project's settlement policy",
    run: (deps, { project, checkout }) => sweepNow(deps, project ?? "", checkout),
  },
  "projects hold": {
    usage: "--project ID --hours N",
    says: "sets how many hours settlement waits after a checkout is PAID",
    run: async (deps, given) => {
      const { hours = "" } = given.options;
      if (!/^\d{1,4}$/.test(hours) || Number(hours) > mostHoldHours)
        throw new CheckoutError("VALIDATION_ERROR", fault("commands.hours", { most: mostHoldHours }));
      const access = await openProject(deps, given);
      await changeSettings(deps, access, { settlementHoldHours: Number(hours) });
      return [
        hours === "0"
          ? "Settlement no longer waits."
          : `Settlement waits ${hours} hours after a checkout is PAID.`,
      ];
    },
  },
  "list-settlements": {
    usage: "--project ID",
    says: "lists settlements with their transactions, and gas by chain",
    reads: true,
    run: async (deps, { project }) => {
      const page = { take: maxSettlements, skip: 0 };
      const { settlements, total, gas } = await listSettlements(deps, project ?? "", page);
      const more = total > maxSettlements ? [`… and ${total - maxSettlements} older settlements.`] : [];
      const spent = gas.map(
        ({ chainId, purpose, transactions, costWei }) =>
          `gas  chain ${chainId}  ${purpose}  ${formatCoins(costWei, nativeCurrencyOf(deps.chains, chainId))} in ${transactions} transactions`,
      );
      return total === 0 && gas.length === 0
        ? ["There are no settlements yet."]
        : [
            ...settlements.flatMap((settlement) => settlementText(deps.chains, settlement)),
            ...more,
            ...spent,
          ];
    },
  },
} as const satisfies Record<string, AdminCommand>;

async function sweepNow(deps: AdminDeps, projectId: string, checkoutId: string | null): Promise<string[]> {
  const what =
    checkoutId === null
      ? ({ kind: "everything" } as const)
      : ({ kind: "checkouts", checkoutIds: [checkoutId] } as const);
  const asService = { ...deps, refundWallet: deps.ownRefundWallet() };
  const { settlements, left } = await requestSettlement(asService, { projectId, chainId: null, what });
  const details = { checkoutId, settlements: settlements.map(({ settlementId }) => settlementId).join(" ") };
  const entry = {
    projectId,
    userId: null,
    action: "settlement.requested",
    target: checkoutId ?? projectId,
  } as const;
  await deps.refunds.transaction((tx) => tx.audit({ ...entry, details, at: deps.clock.now() }));
  const opened = settlements.map(
    ({ settlementId, chainId, items }) =>
      `${settlementId}  chain ${chainId}  sweeping ${items} ${items === 1 ? "deposit" : "deposits"}`,
  );
  const kept = left.map(({ checkoutId: id, chainId, tokenAddress, reason }) => {
    const why = sentenceOf(sweepRefusals[reason] ?? fault("commands.unswept"));
    return `not swept: ${id}  chain ${chainId}  ${checksummed(tokenAddress)}  ${why}`;
  });
  return opened.length + kept.length === 0 ? ["There is nothing to sweep."] : [...opened, ...kept];
}

function settlementText(chains: readonly Chain[], settlement: SettlementView): string[] {
  const { id, chainId, status, requested, createdAt, txHash, costWei, items } = settlement;
  const swept = items.filter((item) => item.status === "SWEPT").length;
  const failed = items.filter((item) => item.status === "FAILED");
  return [
    `${id}  ${status}  chain ${chainId}  ${swept} of ${items.length} swept${requested ? ", on request" : ""}`,
    `    ${createdAt.toISOString()}  ${txHash ?? "not signed yet"}${costWei === null ? "" : `  gas ${formatCoins(costWei, nativeCurrencyOf(chains, chainId))}`}`,
    ...failed.map(({ checkoutId, failureReason }) => `    ${checkoutId}: ${failureReason ?? "failed"}`),
  ];
}

const maxStrays = 100;

const place = z.object({ chain: z.coerce.number().int().positive(), token: address });
const returnOptions = place.extend({
  to: createRefundBody.shape.destinationAddress,
  reason: createRefundBody.shape.reason,
});

/** An owner's decisions on stray money at a checkout's address. */
export const strayCommands = {
  "list-strays": {
    usage: "--project ID",
    says: "lists payments in a different token or on a different network",
    reads: true,
    run: async (deps, { project }) => {
      const { items, older } = await deps.strayList.page(project ?? "", {}, { kind: "first" }, maxStrays);
      if (items.length === 0) return ["There are no stray payments."];
      const more = older === null ? [] : [`… only the first ${maxStrays} are shown.`];
      return [...items.flatMap((stray) => strayText(deps, stray)), ...more];
    },
  },
  "return-stray": {
    usage: "CHECKOUT --chain ID --token ADDRESS [--to ADDRESS] [--reason TEXT]",
    says: "returns a stray payment as a refund",
    run: async (deps, { id, options }) => {
      const { chain, token, to, reason } = parseOptions(returnOptions, options);
      // The output shows no transaction to sign, so the refund wallet is not needed.
      const { checkoutPageUrl } = deps;
      const withOrigin = { ...deps, checkoutPageUrl };
      const stray = { checkoutId: id, chainId: chain, tokenAddress: token };
      const { refund, claimUrl } = await returnStray(withOrigin, approvingOperator, {
        ...stray,
        destinationAddress: to,
        reason,
      });
      return [`${refund.id}: ${refund.status}.`, ...(claimUrl === null ? [] : [claimUrl, onceOnly])];
    },
  },
  "count-stray": {
    usage: "CHECKOUT --chain ID --token ADDRESS",
    says: "counts a stray payment as the checkout's payment",
    run: async (deps, { id, options }) => {
      const { chain, token } = parseOptions(place, options);
      const stray = { checkoutId: id, chainId: chain, tokenAddress: token };
      const checkout = await countStray({ ...deps, rates: noRates }, approvingOperator, stray);
      return [`${id}: counted, now ${checkout.status}.`];
    },
  },
  "sweep-stray": {
    usage: "CHECKOUT --chain ID --token ADDRESS",
    says: "sweeps a stray payment to the merchant's wallet",
    run: async (deps, { id, options }) => {
      const { chain, token } = parseOptions(place, options);
      const stray = { checkoutId: id, chainId: chain, tokenAddress: token };
      const asService = { ...deps, refundWallet: deps.ownRefundWallet() };
      const { settlementId } = await sweepStray(asService, approvingOperator, stray);
      return [`${settlementId}: sweeping.`];
    },
  },
} as const satisfies Record<string, AdminCommand>;

/** The commands do not ask rate providers. */
const noRates = {
  current: () => Promise.reject(new CheckoutError("CONFLICT", fault("commands.noAmount"))),
};

function strayText(
  { chains }: AdminDeps,
  { checkoutId, checkoutStatus, chainId, tokenAddress, units, offered }: StrayHolding,
): string[] {
  const found = tokenAddress === null ? null : findToken(chains, { chainId, tokenAddress });
  const amount =
    found === null
      ? `${units} ${tokenAddress === null ? "wei" : "units"}`
      : `${formatUnits(units, found.token.decimals)} ${found.token.symbol}`;
  return [
    `${checkoutId}  ${checkoutStatus}  ${amount}${offered ? "  (the customer can still pay with it)" : ""}`,
    `    --chain ${chainId}${tokenAddress === null ? "" : ` --token ${checksummed(tokenAddress)}`}`,
  ];
}
