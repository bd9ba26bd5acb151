import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { findTableWriters, tablesByRoom } from "./table-writers";

const page = fileURLToPath(new URL("../../docs/architecture.md", import.meta.url));

test("each table is written by one room", () => {
  const writers = [...findTableWriters()];
  expect(writers.length).toBeGreaterThan(40);
  expect(writers.filter(([, rooms]) => rooms.length > 1)).toEqual([]);
});

test("docs/architecture.md lists the tables of each room", async () => {
  const rows = tablesByRoom().map(([room, tables]) => `| ${room} | ${tables} |`);
  const table = ["| Room | Tables |", "| --- | --- |", ...rows].join("\n");
  const text = await readFile(page, "utf8");
  const squeezed = text.replaceAll(/ {2,}/g, " ").replaceAll(/-{4,}/g, "---");
  expect(squeezed).toContain(table);
});
