import { expect, test } from "vitest";
import { optionalColumns, readColumns, writeColumns } from "./list-columns.rules";

test("reads the columns that it wrote, in the table's order", () => {
  for (const columns of [[], ["created", "customer"], optionalColumns] as const) {
    const text = writeColumns(columns);
    expect(readColumns(text)).toEqual(optionalColumns.filter((column) => columns.some((c) => c === column)));
  }
});

test.each([undefined, "price", "customer.customer", "token,created"])(
  "shows the usual columns for %j",
  (text) => {
    expect(readColumns(text)).toEqual(["customer", "reference", "created"]);
  },
);
