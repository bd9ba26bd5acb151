import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Filled } from "./filled";

it("keeps the values of a message from a translator, and from reordering the words around them", () => {
  const values = { merchant: "{amount}\u202e", amount: "5.00" };
  expect(renderToStaticMarkup(<Filled text="{merchant}: {amount} more" values={values} />)).toBe(
    '<span><bdi translate="no">{amount}</bdi><span>: </span><bdi translate="no">5.00</bdi><span> more</span></span>',
  );
  expect(renderToStaticMarkup(<Filled text="بقي {amount} {merchant}" values={values} />)).toContain(
    '<bdi translate="no">5.00 {amount}</bdi>',
  );
  expect(renderToStaticMarkup(<Filled text="To {to}" values={{ to: <b>0x</b> }} />)).toContain(
    '<bdi translate="no"><b>0x</b></bdi>',
  );
});
