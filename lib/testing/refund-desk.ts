import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import { refundCalls } from "@/lib/chain/sender/contract-calls.chain";
import { createMessageVerifier } from "@/lib/chain/wallets.chain";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Refund } from "@/lib/checkouts/refunds/refund.rules";
import { createRefundBody } from "@/lib/checkouts/refunds/refund.schema";
import type { HandInHashDeps } from "@/lib/payments/refunds/hand-in-hash";
import { hashClaimToken, newClaimToken } from "@/lib/platform/ids";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { ClaimRefundDeps } from "@/lib/refunds/links/claim-refund";
import type { IssueLinkDeps } from "@/lib/refunds/links/refund-links";
import { type RequestedRefund, type RequestRefundDeps, requestRefund } from "@/lib/refunds/request-refund";
import { type SendRefundsDeps, sendRefunds } from "@/lib/refunds/send-refunds";
import type { TestNetwork } from "./network";
import { freshWallet, openServiceWorld, type ServiceWorld } from "./service-world";

export const price = 4_500_000n;

type DeskDeps = RequestRefundDeps & SendRefundsDeps & ClaimRefundDeps & IssueLinkDeps & HandInHashDeps;

/** Refunds on a real chain: a project in convenient mode, and the refund wallet that serves it. */
export type RefundDesk = {
  world: ServiceWorld;
  deps: DeskDeps;
  /** Paid by account 1, for good. */
  paid(body?: Parameters<ServiceWorld["create"]>[0], token?: Hex): Promise<Checkout>;
  refund(checkout: Checkout, destinationAddress: Hex, amount?: bigint): Promise<RequestedRefund>;
  send(): ReturnType<typeof sendRefunds>;
  /** Looks, mines and watches until what can be done is done. */
  goOn(rounds?: number): Promise<void>;
  /** One look with a sender that is changed for this look alone. */
  sendWith(change: (sender: ChainSender) => Partial<ChainSender>): Promise<void>;
  status(refund: Pick<Refund, "id">): Promise<Refund["status"]>;
  /** What an address got, transfer by transfer. */
  received(address: Hex, token?: Hex): Promise<bigint[]>;
};

/** Its refunds are sent by the service, without an approval. */
export const convenient = {
  refundMode: "CONVENIENT",
  settlementPolicy: "MANUAL",
  refundDailyLimitUnits: 10n ** 15n,
} as const;

/** What refunds need beside what the world has; its project is to be `convenient`. */
export function deskDeps(
  { deps, stores }: ServiceWorld,
  { definition: { chainId }, chain }: TestNetwork,
): DeskDeps {
  return {
    ...deps,
    refunds: stores.refunds,
    newClaimToken,
    hashClaimToken,
    refundCalls,
    verifyMessage: createMessageVerifier([{ chainId, rpcUrls: [chain.rpcUrl] }]),
    checkoutPageUrl: "https://pay.example",
    refundDailyCap: 10n ** 30n,
  };
}

export async function openRefundDesk(network: TestNetwork): Promise<RefundDesk> {
  const { chainId } = network.definition;
  const world = await openServiceWorld([network], { project: convenient });
  const deps = deskDeps(world, network);
  await world.scan();

  const desk: RefundDesk = {
    world,
    deps,
    paid: async (body, token = network.usdc) => {
      const checkout = await world.create(body);
      await network.pay(checkout.depositAddress, price, { token });
      await network.chain.mine(2);
      await world.watch();
      return world.find(checkout);
    },
    refund: (checkout, destinationAddress, amount = price) =>
      requestRefund(
        deps,
        world.project,
        checkout.id,
        createRefundBody.parse({ amount: amount.toString(), destinationAddress }),
      ),
    send: () => sendRefunds(deps, chainId),
    goOn: async (rounds = 3) => {
      for (let round = 0; round < rounds; round++) {
        await sendRefunds(deps, chainId);
        await network.chain.mine(2);
        await world.watch();
        world.clockAheadMs += 20_000;
      }
    },
    sendWith: async (change) => {
      const { refundSender } = deps;
      deps.refundSender = (id) => {
        const sender = refundSender(id);
        return sender === null ? null : { ...sender, ...change(sender) };
      };
      try {
        await sendRefunds(deps, chainId);
      } finally {
        deps.refundSender = refundSender;
      }
    },
    status: async ({ id }) => {
      const refund = await world.stores.refunds.find(null, id);
      if (refund === null) throw new Error(`there is no ${id}`);
      return refund.status;
    },
    received: async (address, token = network.usdc) => {
      const toBlock = await network.chain.client.getBlockNumber({ cacheTime: 0 });
      const range = { fromBlock: 0n, toBlock };
      const { transfers } = await network.reader.logs(range, { to: [address], tokens: [token] });
      return transfers.map(({ amountUnits }) => amountUnits);
    },
  };
  return desk;
}

/** A customer's wallet that never got anything. */
export const freshCustomer = freshWallet;
