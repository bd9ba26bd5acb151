import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { createCheckoutMarks } from "@/lib/checkouts/live/checkout-marks.store";
import { createLiveCheckouts } from "@/lib/checkouts/live/live-checkouts";
import { readLiveCheckout } from "@/lib/checkouts/live/live-stream";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { relayAuthorizations } from "@/lib/signed/relay-authorizations";
import { offerPayment } from "@/lib/signed/x402/offer-payment";
import { payByX402, type X402Parts } from "@/lib/signed/x402/pay-by-x402";
import type { PaymentResult } from "@/lib/signed/x402/x402.rules";
import {
  type PaymentRequired,
  toPaymentRequired,
  type X402Payment,
  x402Payment,
} from "@/lib/signed/x402/x402.schema";
import { type OfferChanges, type SignedOffer, type SignedPermit2Offer, signOffer } from "../signed-payment";
import type { World } from "../world";

/** Software that pays the world's checkouts, beside the works that send and find its payments. */
export function x402Desk(world: World) {
  const desk = {
    /** One instance of the service, with waiting clients of its own. */
    instance: ({ waitMs = 0 }: { waitMs?: number } = {}) => {
      const liveCheckouts = createLiveCheckouts(
        {
          log: world.deps.log,
          random: world.deps.random,
          checkoutMarks: createCheckoutMarks(world.stores.database),
          show: (checkoutId) => readLiveCheckout(world.deps, checkoutId),
        },
        { most: 100, perClient: 20 },
      );
      world.onClose(() => liveCheckouts.close());
      return { ...world.deps, liveCheckouts, x402WaitMs: waitMs };
    },
    offer: async ({ id }: Pick<Checkout, "id">): Promise<PaymentRequired> => {
      const found = await world.deps.checkouts.findPublic(id);
      if (found === null) throw new Error(`${id} is not stored`);
      return toPaymentRequired(await offerPayment(world.deps, found), null);
    },
    /** Signs the first entry of the present offer. */
    sign: async (
      checkout: Pick<Checkout, "id">,
      key: Hex,
      changes: OfferChanges = {},
    ): Promise<SignedOffer> => {
      const [accepted] = (await desk.offer(checkout)).accepts;
      if (accepted === undefined) throw new Error("nothing is offered");
      return signOffer(accepted, key, Math.floor(world.now.getTime() / 1_000), changes);
    },
    /** Submits it, to an instance that doesn't wait by default. */
    submit: (
      checkout: Pick<Checkout, "id">,
      payment: SignedOffer | SignedPermit2Offer | X402Payment,
      options: { deps?: X402Parts; client?: string; signal?: AbortSignal } = {},
    ): Promise<PaymentResult> => {
      const { deps = desk.instance(), client = "192.0.2.1", signal = new AbortController().signal } = options;
      const read = "x402Version" in payment ? x402Payment.parse(payment) : payment;
      return payByX402(deps, checkout.id, read, { client, signal });
    },
    /** Sends what was accepted, and scans. */
    relayAndScan: async () => {
      await relayAuthorizations(world.deps, world.network.definition.chainId);
      await world.scan();
    },
  };
  return desk;
}
