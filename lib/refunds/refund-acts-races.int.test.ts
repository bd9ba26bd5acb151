import { expect, it } from "vitest";
import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { operatorAnywhere } from "@/lib/projects/project-access";
import { claimRefund, reissueClaim } from "@/lib/refunds/links/claim-refund";
import { uniqueHex } from "@/lib/testing/builders";
import { outcome, price, testTill } from "@/lib/testing/till";
import { isOpenRefund } from "./refund.rules";
import { approveRefund, cancelRefund } from "./refund-steps";
import { sendRefunds } from "./send-refunds";

const operator = { projectId: null, userId: null };
const till = await testTill();

/** What all refunds of a checkout say must be what the checkout says, and never more than was received. */
async function audit(checkout: Checkout): Promise<void> {
  const { refundingUnits, refundedUnits, paidUnits } = await till.find(checkout);
  const open = (await till.refunds(checkout)).filter(({ status }) => isOpenRefund(status));
  expect(open.reduce((sum, { amountUnits }) => sum + amountUnits, 0n)).toBe(refundingUnits);
  expect(refundingUnits + refundedUnits).toBeLessThanOrEqual(paidUnits);
}

/** Signs whatever it is given, and puts nothing on a network. */
function paperSender(walletAddress: Hex): ChainSender {
  const call = {
    to: uniqueHex(20),
    data: "0x" as const,
    gasLimit: 100_000n,
    type: "eip1559",
    maxFeePerGas: 2n,
    maxPriorityFeePerGas: 1n,
    maxCostWei: 200_000n,
    costNowWei: 100_000n,
  };
  return {
    chainId: 31337,
    operatorAddress: walletAddress,
    prepareRefund: async () => call,
    sign: async (_, nonce) => ({ ...call, nonce, txHash: uniqueHex(32), rawTransaction: "0x02" }),
    broadcast: async () => ({ accepted: true, message: null }),
    minedNonce: async () => 0n,
    minedNonceAt: async () => 0n,
    mined: async () => null,
    balance: async () => 10n ** 18n,
  } as Partial<ChainSender> as ChainSender;
}

it("concurrent approval, cancellation, claims and sending end in one state that matches the sums", async () => {
  const ends = new Set<string>();
  for (let round = 0; round < 12; round++) {
    const checkout = await till.paid();
    const refundDailyLimitUnits = round % 3 === 0 ? 0n : 10n ** 12n;
    const { refund, claimUrl } = await till.withProject({ refundDailyLimitUnits }, () =>
      till.refund(checkout, { amount: price.toString() }),
    );
    const token = claimUrl?.split("/").at(-1) ?? "";
    const sender = paperSender(checkout.refundAuthority);
    const send = () =>
      sendRefunds(
        {
          ...till.deps,
          log: { info: () => undefined, warn: () => undefined, error: () => undefined },
          incidents: till.stores.incidents,
          outgoing: till.stores.outgoing,
          balances: till.stores.balances,
          positions: till.stores.positions,
          // Of what was never sent before, no one asks what lies at its deposit.
          reader: () => {
            throw new Error("no node is to be asked");
          },
          refundSender: () => sender,
          refundDailyCap: 10n ** 30n,
        },
        31337,
      );
    const named = uniqueHex(20);
    const acts = [
      () => approveRefund(till.deps, operator, refund.id, { destinationAddress: named }),
      () => claimRefund(till.deps, token, { destinationAddress: named }),
      () => claimRefund(till.deps, token, { destinationAddress: uniqueHex(20) }),
      () => reissueClaim(till.deps, operatorAnywhere, refund.id),
      send,
      send,
      ...(round % 2 === 0 ? [() => cancelRefund(till.deps, operator, refund.id)] : []),
      () => till.refund(checkout, { amount: price.toString() }),
    ];
    // In another order each time, so that each may come first.
    const shifted = [...acts.slice(round % acts.length), ...acts.slice(0, round % acts.length)];
    const outcomes = await Promise.all(shifted.map((act) => outcome(act())));
    await send();
    await audit(checkout);
    const found = await till.stores.refunds.find(null, refund.id);
    ends.add(found?.status ?? "none");
    const signed = await till.query(
      "SELECT FROM outgoing_transactions WHERE id = (SELECT outgoing_transaction_id FROM refunds WHERE id = $1)",
      [refund.id],
    );
    expect(signed).toHaveLength(found?.status === "PROCESSING" ? 1 : 0);
    if (found?.status === "PROCESSING") {
      expect(await outcome(cancelRefund(till.deps, operator, refund.id))).toBe("REFUND_NOT_CANCELLABLE");
      expect(found.destinationAddress).not.toBeNull();
    }
    expect(outcomes).not.toContain("INTERNAL_ERROR");
  }
  expect(ends.size).toBeGreaterThan(1);
});
