import { z } from "zod";
import { refundStatus } from "@/lib/checkouts/views/checkout-fields.schema";
import { act } from "@/lib/platform/acts";
import { refundId as refundIdField } from "@/lib/platform/answer-fields.schema";
import { fault } from "@/lib/platform/faults/fault.rules";
import { inputId, says } from "@/lib/platform/primitives.schema";
import type { By, ByMember } from "@/lib/projects/project-access";
import { handInOwnHash } from "@/lib/refunds/hand-in-hash";
import {
  type DemoParts,
  submitRefundTransactionBody,
  toWalletCall,
  walletCall,
} from "@/lib/refunds/refund.schema";
import { linkText } from "@/lib/refunds/refunds.acts";
import type { RefundCallParts, RefundLinkParts, RefundPageParts } from "@/lib/refunds/refunds.parts";
import { prepareRefunds } from "./prepare-refunds";
import { issueSignLink } from "./refund-links";

const ofRefund = { refundId: inputId("rfd", "refund") };
/** Of this tab's previous request to sign the same refund. */
const lastToken = { token: z.string().max(100).optional() };
/** More than a page of the list; blocks have room for them. */
const maxTogether = 50;

/** How merchants' own wallets sign refunds. */
export const refundSigningActs = {
  issueLink: act(
    {
      permission: "refunds.sign",
      fresh: false,
      ids: ofRefund,
      input: z.object(lastToken),
    },
    (parts: RefundLinkParts, { actor }: By, { refundId, token }) =>
      issueSignLink(parts, actor, refundId, token),
    {
      dashboard: {
        name: "issueSignLink",
        output: z.object({ signUrl: z.string() }),
        show: ({ signUrl }) => ({ signUrl }),
      },
      command: {
        name: "sign-link",
        says: "prints a link where the merchant's wallet signs",
        word: "REFUND",
        anywhere: true,
        show: ({ signUrl }) => linkText(signUrl),
      },
    },
  ),
  /** Several, which one wallet sends together. */
  prepare: act(
    {
      permission: "refunds.sign",
      fresh: false,
      input: z.object({
        refunds: z
          .array(z.object({ ...ofRefund, ...lastToken }))
          .min(1)
          .max(maxTogether)
          .refine(
            (refunds) => new Set(refunds.map(({ refundId }) => refundId)).size === refunds.length,
            says(fault("fields.eachOnce")),
          ),
      }),
    },
    (parts: RefundCallParts, { actor }: ByMember, { refunds }) => prepareRefunds(parts, actor, refunds),
    {
      dashboard: {
        name: "prepareRefunds",
        output: z.object({
          refunds: z.array(z.object({ refundId: refundIdField, token: z.string(), call: walletCall })),
        }),
        show: (prepared, parts: DemoParts) => ({
          refunds: prepared.map(({ refund, token, transaction }) => ({
            refundId: refund.id,
            token,
            call: toWalletCall(transaction, parts),
          })),
        }),
      },
    },
  ),
  handInHash: act(
    {
      permission: "refunds.sign",
      fresh: false,
      ids: ofRefund,
      input: submitRefundTransactionBody,
    },
    (parts: RefundPageParts, { access }: ByMember, given) => handInOwnHash(parts, access, given),
    {
      dashboard: {
        name: "handInRefundHash",
        output: z.object({ status: refundStatus }),
        show: ({ status }) => ({ status }),
      },
    },
  ),
};
