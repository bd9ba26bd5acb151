import { z } from "zod";
import { walletProof } from "@/lib/accounts/account.schema";
import type { ByPerson } from "@/lib/accounts/sign-in/signed-in";
import { act } from "@/lib/platform/acts";
import { address, text } from "@/lib/platform/primitives.schema";
import { projectName } from "@/lib/projects/settings/settings.schema";
import { type FoundShopParts, foundShop } from "./found-shop";

/** The creator of a project is not in a project yet. */
export const foundingActs = {
  createProject: act(
    {
      fresh: false,
      input: z.object({
        name: projectName,
        settlementWallet: address,
        /** Given when the wallet was connected, not typed. */
        walletProof: walletProof.optional(),
        /** Names the payment link that the project begins with. */
        linkName: text(200).optional(),
      }),
    },
    (parts: FoundShopParts, { signedIn }: ByPerson, shop) => foundShop(parts, signedIn, shop),
    {
      account: {
        name: "createProject",
        output: z.object({ projectId: z.string() }),
        show: ({ projectId }) => ({ projectId }),
      },
    },
  ),
};
