import { describe, expect, it } from "vitest";
import { fromHeaderText, signOffer, toHeaderText } from "@/lib/testing/signed-payment";
import {
  firstPaymentRequired,
  type Offered,
  paymentRequired,
  toFirstPaymentRequired,
  toPaymentRequired,
  toPaymentResponse,
  x402Payment,
} from "./x402.schema";

const usdcOnBase = {
  chainId: 8453,
  tokenAddress: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
  amountUnits: 4_500_000n,
  kind: "EIP3009",
  domain: { name: "USD Coin", version: "2" },
} as const;
const usdtOnArbitrum = {
  chainId: 42161,
  tokenAddress: "0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9",
  amountUnits: 4_500_001n,
  kind: "EIP3009",
  domain: { name: "USD₮0", version: "1" },
} as const;
const offered: Offered = {
  url: "https://pay.example/c/chk_1/x402",
  merchantName: "Café",
  itemName: "Coffee",
  depositAddress: "0xd8da6bf26964af9d7eed9e03e53415d37aa96045",
  expiresAt: new Date("2026-11-27T10:30:00Z"),
  offers: [usdcOnBase, usdtOnArbitrum],
};
const key = `0x${"11".repeat(32)}` as const;

describe("an offer", () => {
  it("is in the form of version 2, with a name only where clients accept it", () => {
    const required = toPaymentRequired(offered, "invalid_exact_evm_signature");
    expect(paymentRequired.strict().parse(required)).toEqual(required);
    expect(required).toEqual({
      x402Version: 2,
      error: "invalid_exact_evm_signature",
      resource: {
        url: "https://pay.example/c/chk_1/x402",
        description: "Coffee, Café",
        mimeType: "application/json",
      },
      accepts: [
        {
          scheme: "exact",
          network: "eip155:8453",
          amount: "4500000",
          asset: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
          payTo: "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
          maxTimeoutSeconds: 300,
          extra: { name: "USD Coin", version: "2" },
        },
        expect.objectContaining({ network: "eip155:42161", extra: { name: "USD₮0", version: "1" } }),
      ],
    });
    const plain = toPaymentRequired({ ...offered, merchantName: "Cafe", itemName: null }, null);
    expect(plain).not.toHaveProperty("error");
    expect(plain.resource).toMatchObject({ serviceName: "Cafe", description: "Payment to Cafe" });
    expect(toPaymentRequired({ ...offered, merchantName: "C".repeat(33) }, null).resource).not.toHaveProperty(
      "serviceName",
    );
  });

  it("has only networks that all clients of version 1 know, or else those with a name, if there are any", () => {
    const required = toFirstPaymentRequired(offered, null);
    expect(firstPaymentRequired.strict().parse(required)).toEqual(required);
    expect(required.accepts).toEqual([
      {
        scheme: "exact",
        network: "base",
        maxAmountRequired: "4500000",
        resource: "https://pay.example/c/chk_1/x402",
        description: "Coffee, Café",
        mimeType: "application/json",
        payTo: "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
        maxTimeoutSeconds: 300,
        asset: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
        extra: { name: "USD Coin", version: "2" },
      },
    ]);
    const unnamed = toFirstPaymentRequired({ ...offered, offers: [usdtOnArbitrum] }, null);
    expect(unnamed.accepts.map(({ network }) => network)).toEqual(["eip155:42161"]);
    const onEthereum = { ...usdcOnBase, chainId: 1 };
    for (const [offers, networks] of [
      [[onEthereum, usdcOnBase], ["base"]],
      [[onEthereum, usdtOnArbitrum], ["ethereum"]],
    ] as const)
      expect(
        toFirstPaymentRequired({ ...offered, offers }, null).accepts.map(({ network }) => network),
      ).toEqual(networks);
  });
});

describe("a payment", () => {
  const sign = async () => {
    const [entry] = toPaymentRequired(offered, null).accepts;
    if (entry === undefined) throw new Error("nothing is offered");
    return signOffer(entry, key, 1_000_000);
  };

  it("is read by what binds money, whatever else changed in the offer or is added", async () => {
    const signed = await sign();
    const more = {
      ...signed,
      accepted: { ...signed.accepted, maxTimeoutSeconds: 60, amount: "1", extra: { name: "", more: [] } },
      resource: { url: "elsewhere" },
      extensions: { "builder-code": {} },
    };
    const read = x402Payment.parse(fromHeaderText(toHeaderText(more)));
    expect(read).toMatchObject({
      version: 2,
      scheme: "exact",
      chainId: 8453,
      asset: usdcOnBase.tokenAddress,
    });
    expect(read.payload?.authorization).toMatchObject({ value: 4_500_000n, validBefore: 1_000_300n });
  });

  it("of version 1 names network and scheme beside its payload, and no token", async () => {
    const { payload } = await sign();
    const first = { x402Version: 1, scheme: "exact", network: "base", payload };
    const read = x402Payment.parse(first);
    expect(read).toMatchObject({ version: 1, chainId: 8453, asset: null });
    const settled = { kind: "settled", reason: null, txHash: "0x01" } as const;
    expect(toPaymentResponse(settled, read)).toEqual({
      success: true,
      transaction: "0x01",
      network: "base",
      payer: payload.authorization.from,
    });
    const pending = { kind: "pending", reason: "settlement_pending", txHash: null } as const;
    expect(toPaymentResponse(pending, read)).toMatchObject({
      success: false,
      transaction: "",
      errorReason: "settlement_pending",
    });
  });

  it("of another kind is recognised as one, without terms", async () => {
    const signed = await sign();
    const permit = { ...signed, payload: { signature: "0x", permit2Authorization: {} } };
    expect(x402Payment.parse(permit).payload).toBeNull();
  });
});
