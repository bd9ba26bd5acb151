import "server-only";
import { createLink } from "@/lib/checkouts/links/create-link";
import { disableLink } from "@/lib/checkouts/links/disable-link";
import type { linkActions } from "@/lib/checkouts/links.schema";
import type { ProjectHandlers } from "./handler";

export const linkHandlers: ProjectHandlers<typeof linkActions> = {
  createLink: async ({ deps, access, input }) => {
    const { id, slug } = await createLink(deps, access, input);
    return { linkId: id, slug, url: `${deps.checkoutPageUrl}/l/${slug}` };
  },
  disableLink: async ({ deps, access, input }) => {
    await disableLink(deps, access, input.linkId);
    return {};
  },
};
