import { parseDecimal } from "@/lib/platform/values/money.rules";

/** A text, the address of one of the shop's pages, pairs of texts, or amounts of money by name. */
type Form = { kind: "text"; maxLength: number } | { kind: "url" } | { kind: "pairs" } | { kind: "amounts" };

/** Who sees it besides the shop's server: everyone with the checkout's id, from the start or once it is paid, or nobody. */
type Audience = "everyone" | "everyone once paid" | "nobody";

type OrderField = Form & {
  /** For the shop's developer, at creation and in answers alike. */
  description: string;
  audience: Audience;
  isInWebhooks: boolean;
  example: string | Readonly<Record<string, string>>;
};

/**
 * Every field that the shop sends about its order and reads back: columns, schemas, answers, webhooks and the copy for
 * a successor follow from here. Each is optional, and never changes.
 */
export const orderFields = {
  itemName: {
    kind: "text",
    maxLength: 200,
    description: "The item, as shown to the customer.",
    audience: "everyone",
    isInWebhooks: false,
    example: "Flat white",
  },
  itemDescription: {
    kind: "text",
    maxLength: 2000,
    description: "Details shown to the customer.",
    audience: "everyone",
    isInWebhooks: false,
    example: "Double ristretto, steamed milk.",
  },
  referenceId: {
    kind: "text",
    maxLength: 200,
    description: "Your order id; it doesn't have to be unique.",
    audience: "everyone",
    isInWebhooks: true,
    example: "order-1042",
  },
  metadata: {
    kind: "pairs",
    description: "Your own key-value pairs of text, at most 20.",
    audience: "nobody",
    isInWebhooks: false,
    example: { table: "7" },
  },
  taxes: {
    kind: "amounts",
    description:
      "The taxes that fiatAmount includes, by name, for receipts and invoices: at most 10 amounts of its currency, as decimal strings. A name has up to 40 letters, digits and spaces, and % . , ( ) / & + -. Requires fiatAmount, and is no more than it in total.",
    audience: "everyone",
    isInWebhooks: false,
    example: { "VAT 19%": "0.72" },
  },
  successUrl: {
    kind: "url",
    description: "Where the customer goes after paying; https.",
    audience: "everyone once paid",
    isInWebhooks: false,
    example: "https://shop.example.com/orders/1042",
  },
  cancelUrl: {
    kind: "url",
    description: "Where the customer returns without paying; https.",
    audience: "everyone",
    isInWebhooks: false,
    example: "https://shop.example.com/cart",
  },
} as const satisfies Record<string, OrderField>;

type Fields = typeof orderFields;

export type OrderName = keyof Fields;

type Pairs = Readonly<Record<string, string>>;

type Values = { text: string; url: string; pairs: Pairs; amounts: Pairs };

export type OrderValue<Name extends OrderName> = Values[Fields[Name]["kind"]];

/** As stored: null for a field that was not sent. */
export type Order = { [Name in OrderName]: OrderValue<Name> | null };

/** As sent: every field may be missing. */
export type SentOrder = { [Name in OrderName]?: OrderValue<Name> | undefined };

/** The names of fields with a property, such as a kind. */
export type OrderNameWith<Property> = {
  [Name in OrderName]: Fields[Name] extends Property ? Name : never;
}[OrderName];

export const orderNames = Object.keys(orderFields) as OrderName[];

/** The addresses of the shop's pages. */
export const orderUrls = orderNames.filter(
  (name): name is OrderNameWith<{ kind: "url" }> => orderFields[name].kind === "url",
);

/** An object with the value of each field. */
export function mapOrder<Result>(make: (name: OrderName) => unknown, names = orderNames): Result {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Result;
}

/** Whether its value is an object of texts, which is empty when it was not sent. */
export function hasPairs(name: OrderName): boolean {
  const { kind } = orderFields[name];
  return kind === "pairs" || kind === "amounts";
}

/** A view with each text of the order changed; URLs, pairs and amounts stay. */
export function mapOrderTexts<View extends { [Name in OrderName]?: Order[Name] }>(
  view: View,
  change: (text: string) => string | null,
): View {
  const texts = orderNames.flatMap((name) => {
    const text = view[name];
    return orderFields[name].kind === "text" && typeof text === "string" ? [[name, change(text)]] : [];
  });
  return { ...view, ...Object.fromEntries(texts) };
}

export function toOrder(sent: SentOrder): Order {
  return mapOrder((name) => sent[name] ?? null);
}

/** As it would be sent again. */
export function toSentOrder(order: Order): Required<SentOrder> {
  return mapOrder((name) => order[name] ?? undefined);
}

export const exampleOrder: Order = mapOrder((name) => orderFields[name].example);

/**
 * What remains of a price without the taxes that it includes, exactly: in the currency's smallest coin.
 *
 * @param places the currency's decimals
 * @returns null when one of them isn't an amount of the currency; below 0 when the taxes are more than the price
 * @example withoutTaxes("4.5", { "VAT 19%": "0.72" }, 2) // 378n
 */
export function withoutTaxes(
  fiatAmount: string,
  taxes: Readonly<Record<string, string>>,
  places: number,
): bigint | null {
  let rest = coinsOf(fiatAmount, places);
  for (const tax of Object.values(taxes)) {
    const coins = coinsOf(tax, places);
    if (rest === null || coins === null) return null;
    rest -= coins;
  }
  return rest;
}

function coinsOf(text: string, places: number): bigint | null {
  const amount = parseDecimal(text);
  return amount === null || amount.scale > places
    ? null
    : amount.digits * 10n ** BigInt(places - amount.scale);
}
