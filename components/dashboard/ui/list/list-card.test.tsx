import { ReceiptText } from "lucide-react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { listWords as words } from "@/components/dashboard/messages/shell";
import { type ListPart, type LogPlace, logCursors } from "@/lib/platform/lists/list-place.rules";
import { ListCard } from "./list-card";

const first: LogPlace = { kind: "first" };
const after: LogPlace = { kind: "after", cursor: 7n };
const nothing: ListPart<number, bigint> = { items: [], newer: null, older: null };

function draw(part: ListPart<number, bigint>, place = first, query = ""): { text: string; links: string[] } {
  const html = renderToStaticMarkup(
    <ListCard
      path="/list"
      query={new URLSearchParams(query)}
      place={place}
      part={part}
      cursors={logCursors}
      empty={{ icon: ReceiptText, title: "No entry yet", next: { href: "/first", label: "Make the first" } }}
    >
      the rows
    </ListCard>,
  );
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href);
  return { text: html.replace(/<[^>]*>/g, " "), links };
}

test("a list without anything in it says so, and leads to where the first entry begins", () => {
  const { text, links } = draw(nothing);
  expect(text).toMatch(/No entry yet.*Make the first/s);
  expect(links).toEqual(["/first"]);
});

test("a filter without results says so, and can be removed", () => {
  const { text, links } = draw(nothing, first, "status=paid");
  expect(text).toContain(words.noneFit);
  expect(links).toEqual(["/list"]);
});

test("past an end there is the way back to the newest, with the filter", () => {
  const older = draw(nothing, after, "status=paid");
  expect(older.text).toContain(words.nothingOlder);
  expect(older.links).toEqual(["/list?status=paid"]);
  expect(draw(nothing, { kind: "before", cursor: 7n }).text).toContain(words.nothingNewer);
});

test("a look that found nothing in its bounds leads on", () => {
  const { text, links } = draw({ ...nothing, older: { kind: "after", cursor: 3n } });
  expect(text).toContain(words.noneSoFar);
  expect(links).toEqual(["/list?after=3"]);
});

test("shows an empty page towards the newest with or without a way back", () => {
  const before: LogPlace = { kind: "before", cursor: 7n };
  const newer: LogPlace = { kind: "before", cursor: 9n };
  const alone = draw({ items: [], newer, older: null }, before);
  expect(alone.text).toContain(words.noneSoFar);
  expect(alone.links).toEqual(["/list", "/list?before=9"]);
  const both = draw({ items: [], newer, older: { kind: "after", cursor: 9n } }, before);
  expect(both.links).toEqual(["/list", "/list?before=9", "/list?after=9"]);
});

test("a part in the middle leads both ways and to the beginning", () => {
  const part: ListPart<number, bigint> = {
    items: [1],
    newer: { kind: "before", cursor: 6n },
    older: { kind: "after", cursor: 2n },
  };
  const { text, links } = draw(part, after);
  expect(text).toContain("the rows");
  expect(links).toEqual(["/list", "/list?before=6", "/list?after=2"]);
});

test("a list that is read forwards only goes back to its beginning", () => {
  const { text, links } = draw({ items: [1], newer: first, older: null }, after);
  expect(links).toEqual(["/list"]);
  expect(text).not.toContain(words.previous);
});
