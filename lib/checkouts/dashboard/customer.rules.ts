import type { Hex } from "@/lib/platform/values/hex.rules";

/** The customer as the list shows them: by the shop's own data, otherwise by the wallet that paid. */
export type Customer = { kind: "name" | "email"; text: string } | { kind: "payer"; address: Hex };

const nameKeys = ["customername", "customer", "fullname", "name", "buyername", "buyer"];
const emailKeys = ["customeremail", "email", "customermail", "mail", "buyeremail"];

/**
 * A name in the metadata comes first, then an e-mail address there, then the payer's address. Shops write the keys in
 * their own ways.
 *
 * @example customerOf({ customer_name: "Ana Novak", email: "ana@shop.example" }, null) // name "Ana Novak"
 */
export function customerOf(
  metadata: Readonly<Record<string, unknown>> | null,
  payer: Hex | null,
): Customer | null {
  const values = new Map(
    Object.entries(metadata ?? {}).map(([key, value]) => [key.toLowerCase().replace(/[^a-z]/g, ""), value]),
  );
  const first = (keys: readonly string[]) => {
    for (const key of keys) {
      const value = values.get(key);
      if (typeof value === "string" && value.trim() !== "") return value.trim();
    }
    return null;
  };
  const name = first(nameKeys);
  if (name !== null) return { kind: "name", text: name };
  const email = first(emailKeys);
  if (email !== null) return { kind: "email", text: email };
  return payer === null ? null : { kind: "payer", address: payer };
}
