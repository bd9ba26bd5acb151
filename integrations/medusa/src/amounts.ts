import type { Checkout } from "../../../packages/client/src/generated/types";

/**
 * The token units of a fiat refund: the same share of the paid price, rounded down.
 * @throws Error if the checkout has no fiat price
 */
export function refundUnits(
  checkout: Pick<Checkout, "fiatAmount" | "amount" | "acceptedAmount">,
  refund: string,
): string {
  const price = checkout.acceptedAmount ?? checkout.amount;
  if (checkout.fiatAmount === null || price === null) throw new Error("a Medusa checkout has a fiat price");
  const [part, whole] = sameScale(refund, checkout.fiatAmount);
  return ((BigInt(price) * part) / whole).toString();
}

function sameScale(...decimals: [string, string]): [bigint, bigint] {
  const places = Math.max(...decimals.map((value) => value.split(".")[1]?.length ?? 0));
  const scaled = (value: string) => {
    const [integer = "0", fraction = ""] = value.split(".");
    return BigInt(integer + fraction.padEnd(places, "0"));
  };
  return [scaled(decimals[0]), scaled(decimals[1])];
}
