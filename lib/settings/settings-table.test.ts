import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { settingsTable } from "./settings-table";

const file = fileURLToPath(new URL("../../docs/operators/settings.md", import.meta.url));

// After a change: npx vitest run --project unit lib/settings/settings-table.test.ts -u
test("the page of the documentation has the table as it is", async () => {
  const page = readFileSync(file, "utf8");
  const marks = /(<!-- settings:begin -->\n)[\s\S]*(<!-- settings:end -->)/;
  expect(page).toMatch(marks);
  const current = page.replace(marks, (_, begin, end) => `${begin}\n${settingsTable()}\n\n${end}`);
  await expect(current).toMatchFileSnapshot(file);
});
