import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { expect, test } from "vitest";
import { fileAdvice } from "./start-error";

/** As Node throws it; a test that runs as root may read every file. */
const denied = Object.assign(new Error("EACCES: permission denied, open '/etc/checkout/key.json'"), {
  code: "EACCES",
  syscall: "open",
  path: "/etc/checkout/key.json",
});

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

test("a file that can't be used is named in a sentence with the user and what to do", () => {
  expect(fileAdvice(denied)).toBe(
    `The user ${userInfo().username} can't open /etc/checkout/key.json. Let this user read it and pass the folders above it, with chown or chmod.`,
  );
  expect(fileAdvice(thrownBy(() => readFileSync("/no/such")))).toBe(
    "There is no /no/such. Correct the path.",
  );
  expect(fileAdvice(thrownBy(() => readFileSync("/")))).toBe("The file is a folder. Name a file.");
});

test("an error of a connection, a program or a rule is not about a file", () => {
  const connecting = Object.assign(new Error("connect EACCES"), {
    code: "EACCES",
    syscall: "connect",
    address: "/s",
  });
  const starting = Object.assign(new Error("spawn"), { code: "ENOENT", syscall: "spawn x", path: "x" });
  for (const error of [connecting, starting, new Error("no"), "no"]) expect(fileAdvice(error)).toBeNull();
});
