import { verify } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { createPasswordHasher } from "./password-hasher";

const passwords = createPasswordHasher();

test("a hash is argon2id with OWASP's parameters, and another every time", async () => {
  const one = await passwords.hash("correct horse battery");
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.hash("correct horse battery")).not.toBe(one);
  expect(await verify(one, "correct horse battery")).toBe(true);
});

test("the password is right, in whatever form its characters came; another is not", async () => {
  const hash = await passwords.hash("caf\u00e9 caf\u00e9 caf\u00e9");
  expect(await passwords.verify(hash, "caf\u00e9 caf\u00e9 caf\u00e9")).toBe(true);
  expect(await passwords.verify(hash, "cafe\u0301 cafe\u0301 cafe\u0301")).toBe(true);
  expect(await passwords.verify(hash, "cafe cafe cafe")).toBe(false);
  expect(await passwords.verify(hash, "")).toBe(false);
});

test("without a hash no password is right", async () => {
  expect(await passwords.verify(null, "wrong horse battery")).toBe(false);
});
