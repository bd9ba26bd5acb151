import { CodeBlock, Heading, Prose } from "./prose";

const buttonSample = `<script src="https://pay.example.com/checkout.js"></script>

<!-- checkoutUrl, as your backend was given it. Without scripts it is an ordinary link. -->
<a href="https://pay.example.com/c/chk_…" data-checkout>Pay with USDC or USDT</a>`;

const scriptSample = `const { checkoutUrl } = await (await fetch("/orders", { method: "POST" })).json();

StablecoinCheckout.open({
  url: checkoutUrl,
  onStatus: ({ status }) => console.log(status), // PENDING, DETECTED, PAID …
  onPaid: () => location.assign("/orders/1042"), // asks your backend what is true
  onClose: ({ isPaid }) => console.log(isPaid ? "paid" : "closed"),
});`;

const policySample = `Content-Security-Policy: script-src 'self' https://pay.example.com; frame-src https://pay.example.com`;

/** `public/checkout.js`: the payment page as a dialog of the shop's own. */
export function EmbedPage() {
  return (
    <>
      <Prose
        paragraphs={[
          "One small file shows the payment page in a dialog over your own, and tells your page how the payment goes. Your backend creates the checkout as always.",
        ]}
      />
      <Heading>A button</Heading>
      <CodeBlock code={buttonSample} label="A link that opens the dialog" />
      <Heading>From your script</Heading>
      <CodeBlock code={scriptSample} label="Opening the dialog from a script" />
      <Prose
        paragraphs={[
          [
            "`checkoutId` or `url`: the checkout. `origin`: of the payment page, where it is not the file's own.",
            '`mode`: "dialog", or "redirect" for the whole tab. A link says `data-checkout-mode`.',
            "`onStatus`, `onPaid`, `onClose` are given `checkoutId`, `status` and `isPaid`; `status` is null until the page has spoken. A link has the events `checkout:status` and `checkout:close` instead, with the same as `detail`.",
            "`open` returns an object with `close()`.",
            "Without `onPaid` the customer is led to `successUrl` after the payment, and `cancelUrl` closes the dialog.",
          ],
          "**What your page hears is a hint.** It comes through the customer's browser, where anything can be made up. Ship on the webhook `checkout.paid` alone.",
        ]}
      />
      <Heading>What it needs</Heading>
      <Prose
        paragraphs={[
          [
            "Your shop's origin stands on the project's allow-list. Nobody else can show the page in a frame. On any other origin, and where no answer comes within five seconds, the whole tab goes to the payment page, and no sale is lost.",
            "The allow-list takes `https` origins, and `http` ones of your own machine. A change counts after ten seconds.",
            "A Content-Security-Policy of your own lets in the file and the frame; no inline style or script is needed:",
          ],
        ]}
      />
      <CodeBlock code={policySample} label="The shop's Content-Security-Policy" />
      <Prose
        paragraphs={[
          "Browser wallets reach into frames as a rule; some, and most in-app browsers, do not. In a frame the page offers itself in a new tab, and the dialog goes on to follow the payment.",
        ]}
      />
    </>
  );
}
