import { keccak256 } from "viem/utils";
import {
  depositAddress,
  depositFactory,
  depositImplementation,
} from "@/lib/chain/contracts/deposit-address.rules";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";

/** The deposit address and its inputs as the page received them. */
export type CheckedAddress = Pick<PublicCheckoutView, "id" | "merchantAddress" | "depositAddress"> & {
  addressTerms: NonNullable<PublicCheckoutView["addressTerms"]>;
};

/**
 * Whether the deposit address follows from the checkout's id, the merchant's wallet and the terms, under the contracts
 * that this page's code knows: we cannot say what other contracts do with the money.
 */
export function addressAgrees({
  id,
  merchantAddress,
  depositAddress: claimedAddress,
  addressTerms,
}: CheckedAddress): boolean {
  const { factory, implementation, refundAuthority, openSweep } = addressTerms;
  if (!same(factory, depositFactory) || !same(implementation, depositImplementation)) return false;
  try {
    const terms = {
      checkoutId: id,
      merchantAddress: merchantAddress as `0x${string}`,
      refundAuthority: refundAuthority as `0x${string}`,
      openSweep,
    };
    return (
      claimedAddress !== null &&
      same(
        claimedAddress,
        depositAddress(terms, (bytes) => keccak256(bytes, "bytes")),
      )
    );
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function same(address: string, other: string): boolean {
  return address.toLowerCase() === other.toLowerCase();
}
