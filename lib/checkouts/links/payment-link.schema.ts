import { z } from "zod";
import type { ProjectAction } from "@/lib/accounts/account.schema";
import { createCheckoutBody } from "@/lib/checkouts/create-checkout.schema";
import { inputId, redirectUrl, text } from "@/lib/platform/primitives.schema";

const linkId = inputId("lnk", "payment link");

/** Fields of a new link: the price of its checkouts, and the name of its page. */
export const createLinkInput = z
  .object({
    itemName: text(200).refine((name) => name.trim() !== "", "is required"),
    itemDescription: text(2000).optional(),
    fiatAmount: createCheckoutBody.shape.fiatAmount,
    fiatCurrency: createCheckoutBody.shape.fiatCurrency,
    amount: createCheckoutBody.shape.amount,
    successUrl: redirectUrl.optional(),
    slug: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{2,63}$/, "must be 3 to 64 lower-case letters, digits and dashes")
      .optional(),
  })
  .superRefine(({ slug: _, ...body }, context) => {
    // The schema of checkouts validates the price; the other fields are validated above.
    const judged = createCheckoutBody.safeParse({ ...body, amount: body.amount?.toString() });
    for (const { path, message } of judged.error?.issues ?? [])
      context.addIssue({ code: "custom", path, message });
  });

export type CreateLinkInput = z.output<typeof createLinkInput>;

/** Actions of the dashboard on payment links. */
export const linkActions = {
  createLink: {
    permission: "links.manage",
    fresh: true,
    input: createLinkInput,
    output: z.object({ linkId, slug: z.string(), url: z.string() }),
  },
  disableLink: {
    permission: "links.manage",
    fresh: true,
    input: z.object({ linkId }),
    output: z.object({}),
  },
} as const satisfies Record<string, ProjectAction>;
