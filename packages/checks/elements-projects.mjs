/** The fresh projects into which --check installs the elements. Each throws when they don't work there. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { installIn, nextBuild, run, typecheck, write } from "./fresh-project.mjs";

const install = (project, type, names) => installIn(project, "stablecoin-checkout-elements", type, names);

const react = ["react", "react-dom", "@types/react"];

/** A server renders the component, where there is no `HTMLElement`. */
const rendering = `
async function main() {
  await import("stablecoin-checkout-elements");
  const { StablecoinCheckout } = await import("stablecoin-checkout-elements/react");
  const { createElement } = await import("react");
  const { renderToString } = await import("react-dom/server");
  const props = { origin: "https://pay.example.com", checkoutId: "chk_1", onPaid() {} };
  const html = renderToString(createElement(StablecoinCheckout, props, "Pay"));
  const expected = '<stablecoin-checkout origin="https://pay.example.com" checkout-id="chk_1">Pay</stablecoin-checkout>';
  if (html !== expected) throw new Error(html);
}

void main();
`;

async function esm(project) {
  await install(project, "module", react);
  await write(project.folder, { "shop.mjs": rendering });
  await run(project, process.execPath, "shop.mjs");
}

async function cjs(project) {
  await install(project, "commonjs", react);
  await write(project.folder, { "shop.cjs": rendering.replaceAll("await import(", "require(") });
  await run(project, process.execPath, "shop.cjs");
}

/** Wrong where it says so, so that a type of `any` is a fault. */
const typedPage = `
import "stablecoin-checkout-elements";
import type { CheckoutNews, StablecoinCheckoutElement } from "stablecoin-checkout-elements";

export function watch(news: CheckoutNews[]): StablecoinCheckoutElement {
  document.addEventListener("checkout:status", ({ detail }) => news.push(detail));
  const element = document.createElement("stablecoin-checkout");
  element.addEventListener("checkout:paid", (event) => {
    event.preventDefault();
    event.detail.checkoutId.slice(1);
    // @ts-expect-error: the status is text
    event.detail.status * 2;
  });
  element.open().then(() => element.close());
  // @ts-expect-error: there is no such method
  element.pay();
  return element;
}
`;

const typedComponent = `
import { StablecoinCheckout, type StablecoinCheckoutElement } from "stablecoin-checkout-elements/react";
import { useRef } from "react";

export function Basket({ checkoutId }: { checkoutId?: string | undefined }) {
  const button = useRef<StablecoinCheckoutElement>(null);
  return (
    <>
      <StablecoinCheckout
        ref={button}
        origin="https://pay.example.com"
        checkoutId={checkoutId}
        className="pay"
        onClick={() => button.current?.close()}
        onPaid={({ isPaid }) => isPaid === true}
      >
        Pay
      </StablecoinCheckout>
      <stablecoin-checkout origin="https://pay.example.com" checkout-id="chk_1" mode="redirect" />
      {/* @ts-expect-error: the origin is missing */}
      <StablecoinCheckout checkoutId="chk_1" />
      {/* @ts-expect-error: there is no such mode */}
      <stablecoin-checkout origin="https://pay.example.com" mode="popup" />
    </>
  );
}
`;

/** A page without React needs neither its package nor its types. */
async function typescript(project) {
  await install(project, "module");
  await write(project.folder, { "page.mts": typedPage, "page.cts": typedPage });
  await typecheck(project, "page.mts", "page.cts");
}

async function typescriptReact(project) {
  await install(project, "module", react);
  await write(project.folder, { "shop.tsx": typedComponent });
  await typecheck(project, "shop.tsx");
}

async function vite(project) {
  await install(project, "module", ["vite"]);
  await write(project.folder, {
    "index.html": `<stablecoin-checkout origin="https://pay.example.com" checkout-id="chk_1"></stablecoin-checkout>
<script type="module" src="/shop.js"></script>`,
    "shop.js": 'import "stablecoin-checkout-elements";',
  });
  await run(project, process.execPath, "node_modules/vite/bin/vite.js", "build");
  await expectDefinition(path.join(project.folder, "dist/assets"));
}

/** A server component uses the component; its page holds the element before any script runs. */
async function next(project) {
  await install(project, "module", ["next", ...react]);
  await write(project.folder, {
    "app/layout.js": "export default ({ children }) => <html lang='en'><body>{children}</body></html>;",
    "app/page.js": `import { StablecoinCheckout } from "stablecoin-checkout-elements/react";

export default function Page() {
  return <StablecoinCheckout origin="https://pay.example.com" checkoutId="chk_1">Pay</StablecoinCheckout>;
}`,
  });
  await nextBuild(project);
  const html = await readFile(path.join(project.folder, ".next/server/app/index.html"), "utf8");
  if (!/<stablecoin-checkout [^>]*>Pay<\/stablecoin-checkout>/.test(html)) throw new Error(html);
  await expectDefinition(path.join(project.folder, ".next/static/chunks"));
}

/** The import has only an effect, and a bundler must not drop it. */
async function expectDefinition(folder) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".js"));
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")));
  if (!texts.some((text) => /\.define\(["'`]stablecoin-checkout/.test(text)))
    throw new Error(`no script in ${folder} defines the element`);
}

export const elementsProjects = { esm, cjs, typescript, typescriptReact, vite, next };
