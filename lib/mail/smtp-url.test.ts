import { expect, test } from "vitest";
import { parseSmtpUrl } from "./smtp-url";

test.each([
  ["smtp://mail.example.com", { host: "mail.example.com", port: 587, implicitTls: false, login: null }],
  ["smtps://mail.example.com/", { host: "mail.example.com", port: 465, implicitTls: true, login: null }],
  [
    "smtp://us%40er:p%3Ass%2F@127.0.0.1:2525",
    { host: "127.0.0.1", port: 2525, implicitTls: false, login: { user: "us@er", password: "p:ss/" } },
  ],
  ["smtp://[::1]:25", { host: "::1", port: 25, implicitTls: false, login: null }],
])("%s is read", (text, server) => {
  expect(parseSmtpUrl(text)).toEqual(server);
});

test.each([
  "",
  "mail.example.com",
  "http://mail.example.com",
  "smtp://",
  "smtp://user@mail.example.com",
  "smtp://:password@mail.example.com",
  "smtp://user:%E0%A4@mail.example.com",
  "smtp://mail.example.com/path",
  "smtp://mail.example.com?tls.rejectUnauthorized=false",
  "smtp://mail.example.com#x",
])("%j is refused", (text) => {
  expect(parseSmtpUrl(text)).toBeNull();
});
