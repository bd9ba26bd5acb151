import "server-only";
import { getProjects } from "@/lib/api/wiring/projects";
import { createDrawings, startDrawingWorker } from "@/lib/checkouts/drawing/drawings";
import type { ReceiptDocument } from "@/lib/checkouts/receipts/receipt-document.rules";
import { fault } from "@/lib/platform/faults/fault.rules";
import { perProcess } from "@/lib/platform/process/per-process";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { holdsTag, tagOf } from "./entity-tags";
import type { Call } from "./note-request";
import type { FileAnswer, UnchangedAnswer } from "./respond";

/** Pictures and PDFs, drawn in a thread that all routes share. */
export const getDrawings = perProcess("drawings", () =>
  createDrawings({ logos: getProjects().looks, startWorker: startDrawingWorker }),
);

/**
 * A receipt or an invoice as PDF. A client that holds the same one gets 304, and none is drawn.
 *
 * @param admit counts a file that has to be drawn
 * @throws CheckoutError RECEIPT_UNAVAILABLE, SERVICE_UNAVAILABLE
 */
export async function receiptFile(
  { headers, request, params }: Call,
  receipt: ReceiptDocument | null,
  admit?: () => Promise<void>,
): Promise<FileAnswer | UnchangedAnswer> {
  if (receipt === null) throw new CheckoutError("RECEIPT_UNAVAILABLE", fault("api.noReceiptYet"));
  const tag = tagOf(receipt);
  headers.set("etag", tag);
  if (holdsTag(request.headers, tag)) return { status: 304 };
  const file = new Blob([await getDrawings().read(receipt, admit)]).stream();
  return {
    status: 200,
    file,
    mediaType: "application/pdf",
    name: `${receipt.kind}-${params.checkoutId}.pdf`,
  };
}
