/** A change of the checkout as the customer's browser reports it. `status` is null until the payment page responds. */
export type CheckoutNews = { checkoutId: string; status: string | null; isPaid: boolean };

export type OpenDialog = { close(): void };

/** The global of the service's checkout.js. */
type CheckoutScript = {
  open(options: {
    url: string;
    origin: string;
    mode: string | null;
    onStatus(news: CheckoutNews): unknown;
    onPaid(news: CheckoutNews): unknown;
    onClose(news: CheckoutNews): unknown;
  }): OpenDialog;
};

const loading = new Map<string, Promise<CheckoutScript>>();
const loaded = () => Reflect.get(globalThis, "StablecoinCheckout") as CheckoutScript | undefined;

/** Loads the service's checkout.js, once for all elements, unless the page did. A failed attempt can be repeated. */
export async function loadCheckoutScript(address: string): Promise<CheckoutScript> {
  const { origin } = new URL(address);
  const present = loaded();
  if (present !== undefined) return present;
  const attempt = loading.get(origin) ?? insertScript(`${origin}/checkout.js`);
  loading.set(origin, attempt);
  return attempt.catch((error: unknown) => {
    loading.delete(origin);
    throw error;
  });
}

function insertScript(src: string): Promise<CheckoutScript> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const finish = () => {
      const present = loaded();
      if (present === undefined) reject(new Error(`${src} was not loaded.`));
      else resolve(present);
    };
    script.addEventListener("load", finish);
    script.addEventListener("error", finish);
    script.src = src;
    document.head.append(script);
  });
}
