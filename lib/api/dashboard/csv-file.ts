import "server-only";
import type { FileAnswer } from "@/lib/api/http/respond";

/**
 * Lines as a CSV file (RFC 4180) for download, produced as fast as the reader takes them. Made here, because a library
 * would not spare the part against spreadsheet formulas, which is most of it.
 *
 * @param name without the day and the extension, such as "checkouts"
 */
export function csvFile(name: string, lines: AsyncGenerator<string>, today = new Date()): FileAnswer {
  const encoder = new TextEncoder();
  const file = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await lines.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => {
      await lines.return(undefined);
    },
  });
  const day = today.toISOString().slice(0, 10);
  return {
    status: 200,
    file,
    mediaType: "text/csv; charset=utf-8; header=present",
    name: `${name}-${day}.csv`,
  };
}
