import "server-only";
import type { linkActions } from "@/lib/schemas/dashboard/links";
import { createLink } from "@/lib/services/links/create-link";
import { disableLink } from "@/lib/services/links/disable-link";
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
