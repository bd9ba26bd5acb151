/*!
 * Stablecoin Checkout in a shop's own page.
 *
 *   <script src="https://pay.example.com/checkout.js"></script>
 *   StablecoinCheckout.open({ checkoutId: "chk_…", onPaid: (news) => … });
 *   <a href="https://pay.example.com/c/chk_…" data-checkout>Pay</a>   (or <button data-checkout="chk_…">)
 *
 * Options: `checkoutId` or `url` (the `checkoutUrl` that your backend was given); `origin` of the payment page where it
 * is not this script's; `mode` "dialog" (default) or "redirect"; `onStatus`, `onPaid`, `onClose`, each called with
 * { checkoutId, status, isPaid }. `open` returns { close() }. A link or button fires the events `checkout:status`,
 * `checkout:paid` and `checkout:close` instead, with the same as `detail`. After the payment the customer is led to
 * `successUrl`, unless there is an `onPaid` that doesn't return false, or the default of `checkout:paid` is prevented.
 *
 * The dialog needs the shop's origin on the project's allow-list; without it, and where no answer comes, the whole tab
 * goes to the payment page. What is reported here passes through the customer's browser and is a hint: deliver goods
 * only when the webhook, whose signature your backend has verified, or the API says that the checkout is paid.
 */
(() => {
  const type = "stablecoin-checkout:";
  const home = new URL(document.currentScript?.src || location.href).origin;
  /** How long a frame may stay silent: once it has loaded, and altogether. */
  const silentMs = 5000;
  const loadingMs = 20000;
  let open = null;

  const words = {
    en: ["Payment", "Close"],
    ko: ["결제", "닫기"],
    de: ["Zahlung", "Schließen"],
    es: ["Pago", "Cerrar"],
    fr: ["Paiement", "Fermer"],
    ja: ["お支払い", "閉じる"],
    pt: ["Pagamento", "Fechar"],
    zh: ["付款", "关闭"],
  };

  // In a shadow tree and a constructed sheet: the shop's styles stay out, and a strict style-src lets it in.
  const look =
    "dialog[open]{display:flex;flex-direction:column}" +
    "dialog{box-sizing:border-box;width:min(62rem,100vw - 2rem);height:min(52rem,100dvh - 2rem);max-width:none;" +
    "max-height:none;margin:auto;padding:0;border:0;border-radius:1.25rem;overflow:hidden;background:Canvas;" +
    "color-scheme:light dark;box-shadow:0 1rem 4rem rgb(0 0 0/.3)}" +
    "dialog::backdrop{background:rgb(0 0 0/.55)}" +
    // Over the page's corner, which the page leaves free in a frame.
    "button{position:absolute;inset:0 0 auto auto;width:2.75rem;height:2.75rem;border:0;padding:0;background:none;color:CanvasText;" +
    "font:1.5rem/1 system-ui,sans-serif;cursor:pointer}" +
    "button:focus-visible{outline:2px solid Highlight;outline-offset:-4px}" +
    "iframe{display:block;flex:1;width:100%;min-height:0;border:0}" +
    "@media(max-width:767px){dialog{width:100vw;height:100dvh;border-radius:0}}" +
    "@media(prefers-reduced-motion:no-preference){dialog[open]{animation:appear .15s}" +
    "@keyframes appear{from{opacity:0;transform:translateY(.5rem)}}}";

  /** The page of a checkout. Anything else, such as an address from a query, is refused. */
  function pageOf(options) {
    const origin = new URL(options.origin || home).origin;
    const page = new URL(options.url || `/c/${encodeURIComponent(options.checkoutId)}`, origin);
    const id = /^\/c\/(chk_[0-9a-z]+)$/.exec(page.pathname);
    if (page.origin !== origin || !/^https?:$/.test(page.protocol) || !id)
      throw new Error(`StablecoinCheckout.open needs a checkoutId, or the url of a checkout on ${origin}`);
    return { url: page.href, origin: origin, checkoutId: id[1] };
  }

  function start(options) {
    const page = pageOf(options);
    if (open) open.close();
    if (options.mode === "redirect" || !window.HTMLDialogElement || !("adoptedStyleSheets" in document)) {
      location.assign(page.url);
      return { close: () => {} };
    }
    open = showDialog(page, options);
    return open;
  }

  function showDialog(page, options) {
    const labels = words[(document.documentElement.lang || "").slice(0, 2).toLowerCase()] || words.en;
    const opener = document.activeElement;
    const scrolling = document.documentElement.style.overflow;
    let news = { checkoutId: page.checkoutId, status: null, isPaid: false };
    let closed = false;
    let staysHere = false;

    const host = document.createElement("div");
    const root = host.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(look);
    root.adoptedStyleSheets = [sheet];
    const dialog = document.createElement("dialog");
    dialog.setAttribute("aria-label", labels[0]);
    const frame = document.createElement("iframe");
    frame.title = labels[0];
    frame.allow = "clipboard-write; payment";
    frame.src = page.url;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "×";
    button.setAttribute("aria-label", labels[1]);
    dialog.append(button, frame);
    root.append(dialog);

    function call(name, argument) {
      return typeof options[name] === "function" && options[name](argument) !== false;
    }

    function close() {
      if (closed) return;
      closed = true;
      open = null;
      clearTimeout(timer);
      removeEventListener("message", hear);
      host.remove();
      document.documentElement.style.overflow = scrolling;
      if (opener?.focus) opener.focus();
      call("onClose", news);
    }

    /** The frame is refused, or its scripts do not run: the page itself can still be had. */
    function giveUp() {
      location.assign(page.url);
    }
    let timer = setTimeout(giveUp, loadingMs);
    function soon() {
      clearTimeout(timer);
      timer = setTimeout(giveUp, silentMs);
    }

    /** Only this frame, only as long as it shows the payment page, and only about this checkout. */
    function hear(event) {
      if (event.source !== frame.contentWindow || event.origin !== page.origin) return;
      const said = event.data || {};
      if (said.type === `${type}ready`) {
        clearTimeout(timer);
        frame.removeEventListener("load", soon);
        // It learns from this who may hear the rest.
        frame.contentWindow.postMessage({ type: `${type}hello` }, page.origin);
      }
      // The customer continued an expired checkout at a new price.
      if (said.replaces === page.checkoutId && said.checkoutId) page.checkoutId = said.checkoutId;
      if (said.checkoutId !== page.checkoutId) return;
      if (said.type === `${type}status`) take(said);
      if (said.type === `${type}close`) close();
      if (said.type === `${type}return`) goBack(said.successUrl);
    }

    function take(said) {
      const before = news;
      news = { checkoutId: page.checkoutId, status: String(said.status), isPaid: said.isPaid === true };
      if (news.status !== before.status || news.isPaid !== before.isPaid) call("onStatus", news);
      if (news.isPaid && !before.isPaid) staysHere = call("onPaid", news);
    }

    /** A shop that hears of the payment itself goes where it likes; for the others as after a redirect. */
    function goBack(successUrl) {
      close();
      if (news.isPaid && !staysHere && /^https?:\/\//.test(successUrl)) location.assign(successUrl);
    }

    addEventListener("message", hear);
    frame.addEventListener("load", soon);
    button.addEventListener("click", close);
    // Escape too; from inside the frame the page passes it on.
    dialog.addEventListener("close", close);
    document.body.append(host);
    document.documentElement.style.overflow = "hidden";
    dialog.showModal();
    frame.focus();
    return { close: close };
  }

  /** Without scripts, or with another tab asked for, a link stays a link. */
  document.addEventListener("click", (event) => {
    const element = event.target.closest?.("[data-checkout]");
    const isPlain =
      event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!element || !isPlain || event.defaultPrevented) return;
    const named = element.getAttribute("data-checkout") || element.href;
    function tell(name) {
      return (news) =>
        !element.dispatchEvent(
          new CustomEvent(`checkout:${name}`, { bubbles: true, cancelable: name === "paid", detail: news }),
        );
    }
    start({
      url: /^chk_/.test(named) ? `/c/${named}` : named,
      mode: element.getAttribute("data-checkout-mode") || "dialog",
      onStatus: tell("status"),
      onPaid: tell("paid"),
      onClose: tell("close"),
    });
    // Last: what cannot be opened here stays the link that it is.
    event.preventDefault();
  });

  window.StablecoinCheckout = Object.freeze({ open: start });
})();
