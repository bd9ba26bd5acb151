import { expect, test } from "vitest";
import { customerOf } from "./customer.rules";

const payer = `0x${"a".repeat(40)}` as const;

test.each([
  [{ customer_name: "Ana Novak", email: "ana@shop.example" }, "Ana Novak"],
  [{ email: "ana@shop.example", Name: " Ana " }, "Ana"],
  [{ "Customer-Email": "ana@shop.example" }, "ana@shop.example"],
  [{ customerName: " ", email: "ana@shop.example" }, "ana@shop.example"],
  [{ table: "7", filename: "x" }, payer],
  [{ name: 7 }, payer],
  [{}, payer],
  [null, payer],
])("shows the customer of %j as %s", (metadata, shown) => {
  const customer = customerOf(metadata, payer);
  expect(customer?.kind === "payer" ? customer.address : customer?.text).toBe(shown);
});

test("shows no customer when neither the metadata nor a payment names one", () => {
  expect(customerOf({ table: "7" }, null)).toBeNull();
});
