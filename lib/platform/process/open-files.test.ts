import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createOpenFiles, openFilesLimit } from "./open-files";

test("files that run out are logged at most once a minute, and shown for ten", async () => {
  const said: unknown[] = [];
  let nowMs = 0;
  let code: string | null = null;
  const openFiles = createOpenFiles(
    { error: (fields, message) => void said.push([fields, message]) },
    async () => {
      if (code !== null) throw Object.assign(new Error("too many open files"), { code });
    },
    () => nowMs,
  );
  const checkAt = (ms: number, fault: string | null) => {
    nowMs = ms;
    code = fault;
    return openFiles.check();
  };
  // Not a lack of files.
  await checkAt(0, "EACCES");
  expect([openFiles.warning(), said]).toEqual([null, []]);

  await checkAt(0, "EMFILE");
  await checkAt(59_999, "EMFILE");
  const sentence = expect.stringMatching(
    /^Out of open files: this process has all \d+ open, .*LimitNOFILE=65536/,
  );
  expect(said).toEqual([[{ code: "EMFILE" }, sentence]]);
  await checkAt(60_000, "ENFILE");
  expect(said).toHaveLength(2);
  expect(openFiles.warning()).toMatch(/this machine's open/);

  await checkAt(659_999, null);
  expect(openFiles.warning()).not.toBeNull();
  await checkAt(660_000, null);
  expect(openFiles.warning()).toBeNull();
});

test("the limit of open files is this process's own, and none where it is unknown or unlimited", () => {
  const limits = (soft: string) => () =>
    `Max processes  1  2  processes\nMax open files            ${soft}       524288  files\n`;
  expect(openFilesLimit(limits("1024"))).toBe(1_024);
  expect(openFilesLimit(limits("unlimited"))).toBeNull();
  expect(openFilesLimit(() => readFileSync("/no/such/file", "utf8"))).toBeNull();
});
