import { expect, it } from "vitest";
import { transferUri } from "./payment-uri";

it("names token, chain, recipient and amount as EIP-681 writes them", () => {
  expect(
    transferUri({
      tokenAddress: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
      chainId: 8453,
      to: "0x00000000000000000000000000000000000000aa",
      amountUnits: "4500000",
    }),
  ).toBe(
    "ethereum:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913@8453/transfer?address=0x00000000000000000000000000000000000000aa&uint256=4500000",
  );
});
