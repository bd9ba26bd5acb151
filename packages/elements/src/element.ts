import { type CheckoutNews, loadCheckoutScript, type OpenDialog } from "./checkout-script.js";

export type { CheckoutNews } from "./checkout-script.js";

const labels: Readonly<Record<string, string>> = {
  ko: "스테이블코인으로 결제",
  de: "Mit Stablecoins bezahlen",
  es: "Pagar con stablecoins",
  fr: "Payer en stablecoins",
  ja: "ステーブルコインで支払う",
  pt: "Pagar com stablecoins",
  tr: "Stablecoin ile öde",
  ar: "الدفع بالعملات المستقرة",
  zh: "使用稳定币付款",
};

// `part="button"` lets the shop's own styles in.
const look =
  ":host{display:inline-flex}:host([hidden]){display:none}" +
  "button{flex:1;min-height:2.75rem;padding:.5rem 1.25rem;border:0;border-radius:.625rem;background:#18181b;" +
  "color:#fff;font:inherit;font-weight:600;cursor:pointer}" +
  "button:focus-visible{outline:2px solid Highlight;outline-offset:2px}" +
  "button:disabled{opacity:.5;cursor:default}";

// On a server there is nothing to extend, and the import must still succeed.
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/**
 * `<stablecoin-checkout origin="https://pay.example.com" checkout-id="chk_…">`: a button that opens the checkout in a
 * dialog over the shop's page. Attributes: `origin` of the service, `checkout-id` or `url`, `mode` ("dialog" or
 * "redirect"), `disabled`. Events: `checkout:status`, `checkout:paid` and `checkout:close`, which are hints: deliver
 * goods only when the webhook or the API says that the checkout is paid.
 */
export interface StablecoinCheckoutElement extends HTMLElement {
  /** Opens the checkout that the attributes name. Changing them later affects the next call. */
  open(): Promise<void>;
  /** Closes the dialog that this element opened. */
  close(): void;
}

class CheckoutButton extends Base implements StablecoinCheckoutElement {
  static readonly observedAttributes = ["checkout-id", "url", "mode", "disabled"];
  readonly #button: HTMLButtonElement;
  readonly #label: HTMLSlotElement;
  #opening: Promise<void> | undefined;
  #dialog: OpenDialog | undefined;

  constructor() {
    super();
    // The shop's focus() reaches the button, and so does the dialog's when it gives the focus back.
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    // A constructed sheet passes a strict style-src.
    if ("adoptedStyleSheets" in root) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(look);
      root.adoptedStyleSheets = [sheet];
    }
    this.#button = document.createElement("button");
    this.#button.type = "button";
    this.#button.part.add("button");
    this.#button.addEventListener("click", () => void this.open());
    this.#label = document.createElement("slot");
    this.#button.append(this.#label);
    root.append(this.#button);
  }

  connectedCallback(): void {
    const { lang } = document.documentElement;
    this.#label.textContent = labels[lang.slice(0, 2).toLowerCase()] ?? "Pay with stablecoins";
    this.attributeChangedCallback();
    const origin = this.getAttribute("origin");
    // Loaded early, so that a click opens the dialog at once. A failure here is met again by the click.
    if (origin !== null) loadCheckoutScript(origin).catch(() => undefined);
  }

  disconnectedCallback(): void {
    // An element that is only moved is back in the page by then.
    queueMicrotask(() => this.isConnected || this.close());
  }

  attributeChangedCallback(): void {
    this.#button.disabled = this.hasAttribute("disabled") || this.#address === null;
    this.#button.ariaHasPopup = this.getAttribute("mode") === "redirect" ? null : "dialog";
  }

  open(): Promise<void> {
    // A second press while the script loads is the same one.
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  close(): void {
    this.#dialog?.close();
  }

  async #open(): Promise<void> {
    if (!this.isConnected) throw new DOMException("The element is not in the page.", "InvalidStateError");
    const page = this.#page();
    const script = await loadCheckoutScript(page.origin).catch(() => null);
    // Removed while the script loaded.
    if (!this.isConnected) return;
    // The dialog can't be had; the page itself can.
    if (script === null) return location.assign(page);
    this.#dialog = script.open({
      url: page.href,
      origin: page.origin,
      mode: this.getAttribute("mode"),
      onStatus: (news) => this.#fire("status", news),
      // The customer is led to the shop's successUrl, unless a listener prevents that.
      onPaid: (news) => !this.#fire("paid", news),
      onClose: (news) => this.#fire("close", news),
    });
  }

  get #address(): string | null {
    const id = this.getAttribute("checkout-id");
    return this.getAttribute("url") || (id ? `/c/${encodeURIComponent(id)}` : null);
  }

  /** The origin is named by the shop and never taken from `url`: its script runs in the shop's page. */
  #page(): URL {
    const origin = new URL(this.getAttribute("origin") ?? "").origin;
    if (this.#address === null) throw new TypeError("The element has neither a checkout-id nor a url.");
    const page = new URL(this.#address, origin);
    if (page.origin !== origin) throw new TypeError(`The url is not on ${origin}.`);
    return page;
  }

  #fire(name: string, detail: CheckoutNews): boolean {
    const options = { bubbles: true, cancelable: name === "paid", detail };
    return this.dispatchEvent(new CustomEvent(`checkout:${name}`, options));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "stablecoin-checkout": StablecoinCheckoutElement;
  }
  interface GlobalEventHandlersEventMap {
    "checkout:status": CustomEvent<CheckoutNews>;
    "checkout:paid": CustomEvent<CheckoutNews>;
    "checkout:close": CustomEvent<CheckoutNews>;
  }
}

const { customElements } = globalThis;
// A page may hold the package twice, once for `import` and once for `require`.
if (customElements && !customElements.get("stablecoin-checkout"))
  customElements.define("stablecoin-checkout", CheckoutButton);
