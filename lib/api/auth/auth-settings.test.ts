import { expect, test } from "vitest";
import { authCookies, authSecret, cookieOf } from "./session";

const https = { BASE_URL: "https://pay.example" };
const http = { BASE_URL: "http://localhost:3000" };

test("over https every cookie is for this host alone, secure, and out of reach of scripts and other sites' posts", () => {
  const all = [...Object.values(authCookies(https)), cookieOf("second-factor", https)];
  expect(all).toHaveLength(7);
  for (const { name, options } of all) {
    expect(name).toMatch(/^__Host-dashboard-[a-z-]+$/);
    expect(options).toMatchObject({ httpOnly: true, sameSite: "lax", path: "/", secure: true });
    // A browser refuses the prefix with a domain.
    expect(options).not.toHaveProperty("domain");
  }
  // next-auth joins cookies whose names begin alike.
  const names = all.map(({ name }) => name);
  for (const name of names) expect(names.filter((other) => other.startsWith(name))).toEqual([name]);
});

test("drops https-only cookie attributes on loopback", () => {
  for (const { name, options } of Object.values(authCookies(http))) {
    expect(name).toMatch(/^dashboard-/);
    expect(options).toMatchObject({ httpOnly: true, sameSite: "lax", secure: false });
  }
});

test("derives the secret from the data key without revealing it", () => {
  const DATA_KEY = Buffer.alloc(32, 7);
  const secret = authSecret({ DATA_KEY });
  expect(authSecret({ DATA_KEY: Buffer.alloc(32, 7) })).toBe(secret);
  expect(authSecret({ DATA_KEY: Buffer.alloc(32, 8) })).not.toBe(secret);
  expect(Buffer.from(secret, "base64")).toHaveLength(32);
  expect(secret).not.toBe(DATA_KEY.toString("base64"));
});
