import { expect, it } from "vitest";
import { toHeaderText } from "@/lib/testing/x402-payment";
import { readPaymentHeader } from "./x402-header";

it("says that a payment header must be UTF-8 when a client encodes it as Latin-1", () => {
  const name = "payment-signature";
  const payment = { accepted: { extra: { name: "Café" } } };
  const text = Buffer.from(JSON.stringify(payment), "latin1").toString("base64");
  expect(() => readPaymentHeader({ name, text })).toThrow(/base64 of UTF-8.*Update/);
  expect(() => readPaymentHeader({ name, text: toHeaderText(payment) })).toThrow("must hold a payment");
});
