import "server-only";
import { getProjects } from "@/lib/api/wiring/projects";
import type { ReceiptDocument } from "@/lib/checkouts/receipts/receipt-document.rules";
import { drawReceipt, logoPixels } from "@/lib/checkouts/receipts/receipt-pdf";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { readLogoAsPng } from "@/lib/projects/looks/change-looks";
import { holdsTag, tagOf } from "./entity-tags";
import type { Call } from "./note-request";
import type { FileAnswer, UnchangedAnswer } from "./respond";

/**
 * A receipt or an invoice as PDF. A client that holds the same one gets 304, and none is drawn.
 *
 * @throws CheckoutError RECEIPT_UNAVAILABLE
 */
export async function receiptFile(
  { headers, request, params }: Call,
  receipt: ReceiptDocument | null,
): Promise<FileAnswer | UnchangedAnswer> {
  if (receipt === null) throw new CheckoutError("RECEIPT_UNAVAILABLE", "There is no receipt yet.");
  const tag = tagOf(receipt);
  headers.set("etag", tag);
  if (holdsTag(request.headers, tag)) return { status: 304 };
  const { logoDigest } = receipt;
  const logo =
    logoDigest === null ? null : await readLogoAsPng({ logos: getProjects().looks }, logoDigest, logoPixels);
  const file = new Blob([new Uint8Array(await drawReceipt(receipt, logo))]).stream();
  return {
    status: 200,
    file,
    mediaType: "application/pdf",
    name: `${receipt.kind}-${params.checkoutId}.pdf`,
  };
}
