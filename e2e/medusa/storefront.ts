import { randomBytes } from "node:crypto";

type Json = Record<string, unknown>;
/** Any answer of Medusa: the tests read what they name. */
// biome-ignore lint/suspicious/noExplicitAny: Medusa's answers have no types here, and each test asserts what it reads.
type Answer = any;

export type PaymentSession = {
  id: string;
  status: string;
  provider_id: string;
  data: { checkoutId: string; checkoutUrl: string };
};
export type Storefront = {
  admin(path: string, body?: Json): Promise<Answer>;
  store(path: string, body?: Json): Promise<Answer>;
  /** A cart over $12.50 with address and shipping. */
  fillCart(): Promise<string>;
  /** Chooses our provider: its session has the checkout to pay. */
  choosePayment(cartId: string): Promise<PaymentSession>;
  /** What a storefront does when the customer returns: an order, or the cart if it isn't paid. */
  completeCart(cartId: string): Promise<{ type: "order" | "cart"; order?: Answer; error?: Answer }>;
  /** The orders of a cart; more than one would be a double sale. */
  ordersOf(cartId: string): Promise<Answer[]>;
};

const provider = "pp_stablecoin-checkout_main";
export const admin = { email: "admin@shop.test", password: randomBytes(12).toString("hex") };

/**
 * Sets up an empty Medusa shop that sells one mug in dollars, over its own API.
 * @param origin of the Medusa server, on which `admin` has an account
 */
export async function openStorefront(origin: string): Promise<Storefront> {
  async function call(path: string, headers: Record<string, string>, body?: Json): Promise<Answer> {
    const answer = await fetch(`${origin}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const json = (await answer.json()) as Answer;
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${json.message}`);
    return json;
  }
  const { token } = await call("/auth/user/emailpass", {}, admin);
  const asAdmin = (path: string, body?: Json) =>
    call(`/admin${path}`, { authorization: `Bearer ${token}` }, body);
  const goods = await stockShop(asAdmin);
  const asCustomer = (path: string, body?: Json) =>
    call(`/store${path}`, { "x-publishable-api-key": goods.publishableKey }, body);
  return {
    admin: asAdmin,
    store: asCustomer,
    fillCart: async () => {
      const { cart } = await asCustomer("/carts", {
        region_id: goods.regionId,
        email: "customer@shop.test",
        shipping_address: address,
        billing_address: address,
        items: [{ variant_id: goods.variantId, quantity: 1 }],
      });
      await asCustomer(`/carts/${cart.id}/shipping-methods`, { option_id: goods.shippingOptionId });
      return cart.id;
    },
    choosePayment: async (cartId) => {
      const { payment_collection } = await asCustomer("/payment-collections", { cart_id: cartId });
      const sessions = `/payment-collections/${payment_collection.id}/payment-sessions`;
      const answer = await asCustomer(sessions, { provider_id: provider });
      return answer.payment_collection.payment_sessions.find(
        (session: PaymentSession) => session.provider_id === provider,
      );
    },
    completeCart: (cartId) => asCustomer(`/carts/${cartId}/complete`, {}),
    ordersOf: async (cartId) => {
      const fields =
        "id,status,payment_status,total,cart.id,*payment_collections.payments,*payment_collections.payments.refunds";
      const { orders } = await asAdmin(`/orders?fields=${fields}&limit=100`);
      return orders.filter((order: Answer) => order.cart?.id === cartId);
    },
  };
}

const address = {
  first_name: "Ada",
  last_name: "Lovelace",
  address_1: "1 Main Street",
  city: "Springfield",
  postal_code: "12345",
  country_code: "us",
};

async function stockShop(asAdmin: Storefront["admin"]) {
  const { sales_channel: channel } = await asAdmin("/sales-channels", { name: "Web" });
  const { region } = await asAdmin("/regions", {
    name: "United States",
    currency_code: "usd",
    countries: ["us"],
    payment_providers: [provider],
  });
  const { stock_location: location } = await asAdmin("/stock-locations", { name: "Shelf" });
  await asAdmin(`/stock-locations/${location.id}/sales-channels`, { add: [channel.id] });
  await asAdmin(`/stock-locations/${location.id}/fulfillment-providers`, { add: ["manual_manual"] });
  const { stock_location } = await asAdmin(
    `/stock-locations/${location.id}/fulfillment-sets?fields=*fulfillment_sets`,
    { name: "Post", type: "shipping" },
  );
  const [fulfillmentSet] = stock_location.fulfillment_sets;
  const { fulfillment_set } = await asAdmin(`/fulfillment-sets/${fulfillmentSet.id}/service-zones`, {
    name: "US",
    geo_zones: [{ type: "country", country_code: "us" }],
  });
  const { shipping_profile: profile } = await asAdmin("/shipping-profiles", {
    name: "Parcels",
    type: "default",
  });
  const { shipping_option: option } = await asAdmin("/shipping-options", {
    name: "Post",
    service_zone_id: fulfillment_set.service_zones[0].id,
    shipping_profile_id: profile.id,
    provider_id: "manual_manual",
    price_type: "flat",
    type: { label: "Post", description: "A parcel", code: "post" },
    prices: [{ currency_code: "usd", amount: 2.5 }],
    rules: [],
  });
  const { product } = await asAdmin("/products", {
    title: "Mug",
    status: "published",
    shipping_profile_id: profile.id,
    sales_channels: [{ id: channel.id }],
    options: [{ title: "Size", values: ["One"] }],
    variants: [
      {
        title: "One",
        options: { Size: "One" },
        manage_inventory: false,
        prices: [{ currency_code: "usd", amount: 10 }],
      },
    ],
  });
  const { api_key: key } = await asAdmin("/api-keys", { title: "Web", type: "publishable" });
  await asAdmin(`/api-keys/${key.id}/sales-channels`, { add: [channel.id] });
  return {
    regionId: region.id,
    shippingOptionId: option.id,
    variantId: product.variants[0].id,
    publishableKey: key.token,
  };
}
