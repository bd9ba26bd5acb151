import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { isServerOf } from "./embedded-postgres";
import { freePortAfter, processQuestion, readStart } from "./processes";

describe("a process is distinguished from a later one with its id", () => {
  test.each([
    ["darwin", "S    Wed Nov 25 10:05:39 2026\n", "Wed Nov 25 10:05:39 2026"],
    ["darwin", "Z    Wed Nov 25 10:05:39 2026\n", null],
    ["darwin", "", null],
    ["win32", "639001234567890123\r\n", "639001234567890123"],
    ["win32", "\r\n", null],
  ] as const)("on %s, which answers %j", (platform, answer, identity) => {
    expect(readStart(answer, platform)).toBe(identity);
  });

  test("queries each system by a program that it has", () => {
    expect(processQuestion("start", 42, "darwin")).toEqual(["ps", "-o", "state=,lstart=", "-p", "42"]);
    expect(processQuestion("command", 42, "darwin")).toEqual(["ps", "-o", "command=", "-p", "42"]);
    expect(processQuestion("command", 42, "win32")).toEqual([
      ...["powershell.exe", "-NoProfile", "-NonInteractive", "-Command"],
      '(Get-CimInstance Win32_Process -Filter "ProcessId=42").CommandLine',
    ]);
  });
});

test.each([
  ["/home/a/.data/postgres", "/opt/bin/postgres -D /home/a/.data/postgres -p 5433", true],
  ["/home/a/.data/postgres", "/opt/bin/postgres -D /home/a/.data/postgres", true],
  ["/home/a/.data/postgres", "/opt/bin/postgres -D /home/a/.data/postgres-2 -p 5433", false],
  ["C:\\app\\.data\\postgres", '"C:\\app\\bin\\postgres.exe" -D "C:\\app\\.data\\postgres" -p 5433', true],
  ["C:\\app\\.data\\postgres", '"C:\\app\\notepad.exe" notes.txt', false],
  ["/home/a/.data/postgres", null, false],
])("the server of %s is recognised by its command line", (dataDir, command, isIts) => {
  expect(isServerOf(dataDir, command)).toBe(isIts);
});

test("a port that is suggested for a busy one is free", async () => {
  const [busy, next] = [createServer(), createServer()];
  await new Promise<void>((done) => busy.listen(0, "127.0.0.1", done));
  const { port } = busy.address() as { port: number };
  // Another program may have it already: then it is busy, too.
  await new Promise<void>((done) => {
    next.once("error", () => done());
    next.listen(port + 1, "127.0.0.1", done);
  });
  expect(await freePortAfter(port, "127.0.0.1")).toBeGreaterThan(port + 1);
  busy.close();
  next.close();
});
