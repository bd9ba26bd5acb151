import { z } from "zod";
import type { SignatureParts } from "@/lib/accounts/accounts.parts";
import { act } from "@/lib/platform/acts";
import { address, inputId, nothing } from "@/lib/platform/primitives.schema";
import type { ByInProject, ByMember } from "@/lib/projects/project-access";
import type { ProjectParts, TeamParts } from "@/lib/projects/projects.parts";
import {
  cancelWalletChange,
  keepWallet,
  requestWalletChange,
  signWalletChange,
} from "./change-settlement-wallet";
import { walletSignature } from "./settings.schema";

const ofChange = { changeId: inputId("wch", "change") };

/** The way to another settlement wallet. */
export const walletChangeActs = {
  request: act(
    {
      permission: "settlementWallet.change",
      fresh: true,
      input: z.object({ settlementWallet: address }),
    },
    (parts: ProjectParts & TeamParts, { access }: ByMember, { settlementWallet }) =>
      requestWalletChange(parts, access, settlementWallet),
    {
      dashboard: {
        name: "requestWalletChange",
        output: z.object({ changeId: z.string() }),
        show: ({ changeId }) => ({ changeId }),
      },
    },
  ),
  /** The signature is the confirmation. */
  sign: act(
    { permission: "settlementWallet.change", fresh: false, ids: ofChange, input: walletSignature },
    (parts: ProjectParts & SignatureParts, { access }: ByMember, given) =>
      signWalletChange(parts, access, given),
    { dashboard: { name: "signWalletChange", output: nothing } },
  ),
  /** One click must stop a thief. */
  cancel: act(
    { permission: "settlementWallet.cancelChange", fresh: false, ids: ofChange },
    (parts: ProjectParts, { access }: ByInProject, { changeId }) =>
      cancelWalletChange(parts, access, changeId),
    { dashboard: { name: "cancelWalletChange", output: nothing } },
  ),
  keep: act({}, (parts: ProjectParts, { access }: ByInProject) => keepWallet(parts, access), {
    command: {
      name: "projects keep-wallet",
      says: "cancels a pending settlement wallet change",
      show: ({ fromWallet }) => [`Cancelled. The settlement wallet is still ${fromWallet}.`],
    },
  }),
};
