import { z } from "zod";
import type { Chain } from "@/lib/chain/chains.rules";
import { checkoutStatuses } from "@/lib/checkouts/checkout.rules";
import { act } from "@/lib/platform/acts";
import { dayIn } from "@/lib/platform/i18n/time-zone.rules";
import type { ByMember, ProjectAccess } from "@/lib/projects/project-access";
import { checkoutCursors, readCheckoutList } from "./checkout-views.rules";
import { priceText } from "./export-checkouts";
import { countNewCheckouts, searchCheckouts } from "./list-checkouts";

/** The zone that the reader's browser reported. */
type ZoneParts = { readersTimeZone: () => Promise<string> };

const zoneOf = async ({ readersTimeZone }: ZoneParts, { timeZone }: ProjectAccess) =>
  timeZone ?? (await readersTimeZone());

const foundCheckout = z.object({
  checkoutId: z.string(),
  status: z.enum(checkoutStatuses),
  itemName: z.string().nullable(),
  referenceId: z.string().nullable(),
  /** As people read it: "4.50 USD". */
  price: z.string().nullable(),
  /** Of its creation, in the project's time zone. */
  day: z.iso.date(),
});

/** Queries of the command menu and the list; they change nothing. */
export const searchActs = {
  search: act(
    {
      permission: "project.read",
      fresh: false,
      /** An id, an address, a transaction hash or a reference, told apart by form. */
      input: z.object({ text: z.string().trim().min(1).max(200) }),
    },
    (parts: Parameters<typeof searchCheckouts>[0], { access }: ByMember, { text }) =>
      searchCheckouts(parts, access, text),
    {
      dashboard: {
        name: "searchCheckouts",
        output: z.object({ checkouts: z.array(foundCheckout).max(10) }),
        show: async (found, parts: ZoneParts & { chains: readonly Chain[] }, { access }) => {
          const timeZone = await zoneOf(parts, access);
          return {
            checkouts: found.map((checkout) => ({
              checkoutId: checkout.id,
              status: checkout.status,
              itemName: checkout.itemName,
              referenceId: checkout.referenceId,
              price: priceText(checkout, parts.chains),
              day: dayIn(checkout.createdAt, timeZone),
            })),
          };
        },
      },
    },
  ),
  countNew: act(
    {
      permission: "project.read",
      fresh: false,
      /** A list's filter as its URL has it, and the cursor of its newest row. */
      input: z.object({ query: z.string().max(2_000), newest: z.string().max(60) }),
    },
    async (
      parts: Parameters<typeof countNewCheckouts>[0] & ZoneParts,
      { access }: ByMember,
      { query, newest },
    ) => {
      const params = Object.fromEntries(new URLSearchParams(query));
      const { filter } = readCheckoutList(params, await zoneOf(parts, access));
      return countNewCheckouts(parts, access, filter, checkoutCursors.read(newest));
    },
    {
      dashboard: {
        name: "countNewCheckouts",
        output: z.object({ count: z.int().min(0), isMore: z.boolean() }),
        show: (counted) => counted,
      },
    },
  ),
};
