import type { Chain } from "@/lib/chain/chains.rules";
import { act } from "@/lib/platform/acts";
import type { ByKey } from "@/lib/projects/project-access";
import { balanceResource, toBalances } from "./balances.schema";
import { readBalances } from "./read-balances";

/** Where a project's money is. */
export const balanceActs = {
  get: act(
    { scope: "read" },
    (parts: Parameters<typeof readBalances>[0], { access }: ByKey) => readBalances(parts, access),
    {
      http: {
        operationId: "getBalances",
        tag: "Settlements and balances",
        summary: "Get balances",
        description:
          "The project's money by chain and token, from the ledger, which `npm run reconcile` compares with the chain. Only tokens that the service lists.",
        method: "GET",
        path: "/v1/balances",
        data: balanceResource.array(),
        show: (balances, { chains }: { chains: readonly Chain[] }) => toBalances(chains, balances),
      },
    },
  ),
};
