import { z } from "zod";
import type { ProjectAction } from "@/lib/accounts/action.schema";
import { checkoutStatuses } from "./checkout.rules";

const foundCheckout = z.object({
  checkoutId: z.string(),
  status: z.enum(checkoutStatuses),
  itemName: z.string().nullable(),
  referenceId: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type FoundCheckout = z.output<typeof foundCheckout>;

/** What the command menu asks for; it changes nothing. */
export const searchActions = {
  searchCheckouts: {
    permission: "project.read",
    fresh: false,
    /** An id, an address, a transaction hash, or a reference; told apart by its form. */
    input: z.object({ text: z.string().trim().min(1).max(200) }),
    output: z.object({ checkouts: z.array(foundCheckout).max(10) }),
  },
} as const satisfies Record<string, ProjectAction>;
