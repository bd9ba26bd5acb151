import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { z } from "zod";
import { sections, settingNames } from "./schema";
import { help } from "./values";

const file = fileURLToPath(new URL("../../docs/operators/settings.md", import.meta.url));

// After a change: npx vitest run --project unit lib/settings/settings-table.test.ts -u
test("the page of the documentation has the table as it is", async () => {
  const page = readFileSync(file, "utf8");
  const marks = /(<!-- settings:begin -->\n)[\s\S]*(<!-- settings:end -->)/;
  expect(page).toMatch(marks);
  const current = page.replace(marks, (_, begin, end) => `${begin}\n${settingsTable()}\n\n${end}`);
  await expect(current).toMatchFileSnapshot(file);
});

test("the sections of the page have every setting once, in its order", () => {
  expect(sections.flatMap(({ settings }) => Object.keys(settings.shape))).toEqual(settingNames);
});

/** Every setting as Markdown, with its default as the schema has it. @throws when one is not described */
function settingsTable(): string {
  return sections
    .map(({ title, settings }) => {
      const cells = Object.entries(settings.shape).map(([name, schema]) => {
        const described = help.get(schema);
        if (described === undefined) throw new Error(`${name} has no help`);
        return [`\`${name}\``, described.meaning, described.preset ?? presetOf(schema)];
      });
      return `## ${title}\n\n${aligned([["Variable", "Meaning", "Default"], ...cells])}`;
    })
    .join("\n\n");
}

/** A table of Markdown as Biome formats it; the first row is its head. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}

function presetOf(schema: z.core.$ZodType): string {
  const preset = defaultOf(schema);
  if (preset === undefined || preset === false || (Array.isArray(preset) && preset.length === 0)) return "–";
  return `\`${preset}\``;
}

/** What the schema, or the schema before its transformation, takes for a variable that is not set. */
function defaultOf(schema: z.core.$ZodType): unknown {
  const { def } = schema._zod;
  if ("defaultValue" in def) return def.defaultValue;
  return "in" in def ? defaultOf(def.in as z.core.$ZodType) : undefined;
}
