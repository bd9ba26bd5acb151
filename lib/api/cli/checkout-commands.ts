import { cancelCheckout } from "@/lib/checkouts/cancel-checkout";
import { createLink } from "@/lib/checkouts/links/create-link";
import { disableLink } from "@/lib/checkouts/links/disable-link";
import { listLinks } from "@/lib/checkouts/links/list-links";
import { createLinkInput } from "@/lib/checkouts/links.schema";
import { OperatorAccess } from "@/lib/projects/access/operator-access";
import { dismissExcess } from "@/lib/refunds/dismiss-excess";
import type { AdminDeps } from "./admin-deps";
import { type AdminArguments, type AdminCommand, operatorIn } from "./command";
import { parseOptions } from "./parse-options";
import { printable } from "./printable";

/** Checkouts and payment links. */
export const checkoutCommands = {
  "cancel-checkout": {
    usage: "CHECKOUT --project ID   while it is PENDING",
    needs: { id: true, project: true },
    run: async (deps, given) => {
      const by = operatorIn(given);
      const { checkout } = await cancelCheckout(deps, by.projectId, given.id, null, by);
      return [`${given.id}: ${checkout.status}.`];
    },
  },
  "dismiss-excess": {
    usage: "CHECKOUT --project ID   leaves an overpayment that the customer requested back as it is",
    needs: { id: true, project: true },
    run: async (deps, given) => {
      await dismissExcess(deps, await open(deps, given), given.id);
      return [`${given.id}: the request no longer needs attention.`];
    },
  },
  "links list": {
    usage: "--project ID   the newest 50 payment links",
    needs: { project: true },
    reads: true,
    run: async (deps, given) => {
      const { items } = await listLinks(deps, await open(deps, given), { kind: "first" });
      if (items.length === 0) return ["The project has no payment link."];
      return items.map(({ id, slug, itemName, checkoutCount, disabledAt }) => {
        const state = disabledAt === null ? "open" : `disabled ${disabledAt.toISOString()}`;
        return `${id}  /l/${slug}  ${printable(itemName)}  ${checkoutCount} checkouts  ${state}`;
      });
    },
  },
  "links create": {
    usage:
      "--project ID --item NAME (--price 4.50 --currency USD | --amount UNITS) [--description TEXT] [--slug SLUG] [--success-url URL]",
    needs: { project: true },
    takes: ["item", "price", "currency", "amount", "description", "slug", "success-url"],
    run: async (deps, given) => {
      const { item, price, currency, amount, description, slug, ...rest } = given.options;
      const input = parseOptions(createLinkInput, {
        itemName: item,
        itemDescription: description,
        fiatAmount: price,
        fiatCurrency: currency,
        amount,
        slug,
        successUrl: rest["success-url"],
      });
      const link = await createLink(deps, await open(deps, given), input);
      return [link.id, `${deps.checkoutPageUrl()}/l/${link.slug}`];
    },
  },
  "links disable": {
    usage: "LINK --project ID   closes it; checkouts that it created go on",
    needs: { id: true, project: true },
    run: async (deps, given) => {
      await disableLink(deps, await open(deps, given), given.id);
      return [`${given.id}: disabled.`];
    },
  },
} as const satisfies Record<string, AdminCommand>;

function open(deps: AdminDeps, { project }: AdminArguments): Promise<OperatorAccess> {
  return OperatorAccess.open(deps, project ?? "");
}
