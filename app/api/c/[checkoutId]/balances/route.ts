import { withoutKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { readWalletBalances } from "@/lib/checkouts/views/wallet-balances";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: withoutKey(operations.readWalletBalances, async ({ params, body }) => ({
    data: await readWalletBalances(getCheckouts(), params.checkoutId ?? "", body.wallet),
  })),
});
