import "server-only";
import type { searchActions } from "@/lib/checkouts/search.schema";
import { searchCheckouts } from "@/lib/insights/search-checkouts";
import type { ProjectHandlers } from "./handler";

export const searchHandlers: ProjectHandlers<typeof searchActions> = {
  searchCheckouts: async ({ deps, access, input }) => {
    const found = await searchCheckouts(deps, access, input.text);
    return {
      checkouts: found.map(({ id, status, itemName, referenceId, createdAt }) => ({
        checkoutId: id,
        status,
        itemName,
        referenceId,
        createdAt: createdAt.toISOString(),
      })),
    };
  },
};
