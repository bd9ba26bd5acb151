// The settings come from get_payment_method_data() in class-blocks-method.php.
(() => {
  const { registerPaymentMethod } = window.wc.wcBlocksRegistry;
  const { title, description, supports } = window.wc.wcSettings.getSetting("stablecoin_checkout_data", {});
  const { createElement } = window.wp.element;
  const { decodeEntities } = window.wp.htmlEntities;
  const content = createElement("p", null, decodeEntities(description ?? ""));
  registerPaymentMethod({
    name: "stablecoin_checkout",
    label: createElement("span", null, decodeEntities(title ?? "")),
    ariaLabel: decodeEntities(title ?? ""),
    content,
    edit: content,
    canMakePayment: () => true,
    supports: { features: supports ?? ["products"] },
  });
})();
