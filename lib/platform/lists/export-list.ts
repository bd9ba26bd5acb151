import { localTime } from "@/lib/platform/i18n/time-zone.rules";
import { csvLine } from "./csv.rules";
import type { ListCursor, ListPart, ListPlace } from "./list-place.rules";

/** More than a spreadsheet handles well, and as much as one request should read. */
const exportedAtMost = 100_000;
const batchSize = 1_000;

type Export<Item extends ListCursor> = {
  columns: readonly string[];
  read(place: ListPlace, take: number): Promise<ListPart<Item>>;
  /** The records of an item: most have one. */
  recordsOf(item: Item): readonly (readonly (string | null)[])[];
  /** Beside the times in UTC, each record has its creation in this zone, and the zone's name. */
  timeZone: string;
};

/**
 * A list as the lines of a CSV file, newest first, read in batches on demand: a slow or aborted download reads no
 * further. If there are more items than the limit, the last line says so.
 */
export async function* exportList<Item extends ListCursor>(
  { columns: own, read, recordsOf, timeZone }: Export<Item>,
  atMost = exportedAtMost,
): AsyncGenerator<string> {
  const columns = [...own, "created_at_local", "time_zone"];
  yield csvLine(columns);
  let place: ListPlace | null = { kind: "first" };
  for (let left = atMost; place !== null; ) {
    const { items, older }: ListPart<Item> = await read(place, Math.min(batchSize, left));
    const lines = items.flatMap((item) => {
      const local = [localTime(item.createdAt, timeZone), timeZone];
      return recordsOf(item).map((record) => csvLine([...record, ...local]));
    });
    yield lines.join("");
    left -= items.length;
    place = older;
    if (left > 0 || place === null) continue;
    const note = `This file has only the newest ${atMost}. Filter the list to export the others.`;
    yield csvLine([note, ...columns.slice(1).map(() => null)]);
    return;
  }
}
