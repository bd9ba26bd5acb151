import { type AddressInfo, createServer } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { noon } from "@/lib/testing/builders";
import { createAuthority } from "@/lib/testing/certificates";
import { type MailReceiver, openMailReceiver } from "@/lib/testing/mail-receiver";
import { letterHtml } from "./letter-html";
import { createSmtpSender, parseSmtpUrl } from "./smtp-sender";

describe("smtp url", () => {
  test.each([
    ["smtp://mail.example.com", { host: "mail.example.com", port: 587, implicitTls: false, login: null }],
    ["smtps://mail.example.com/", { host: "mail.example.com", port: 465, implicitTls: true, login: null }],
    [
      "smtp://us%40er:p%3Ass%2F@127.0.0.1:2525",
      { host: "127.0.0.1", port: 2525, implicitTls: false, login: { user: "us@er", password: "p:ss/" } },
    ],
    [
      "smtp://10%:50%off%2F%@mail.example.com",
      {
        host: "mail.example.com",
        port: 587,
        implicitTls: false,
        login: { user: "10%", password: "50%off/%" },
      },
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
});

describe("smtp sender", () => {
  const letter = {
    dedupeKey: "checkout.late_paid/evt_1/usr_1",
    recipient: "ada@example.com",
    subject: "Coffee shop: a payment came late",
    body: "4.50 USDC on Local arrived.\n\n.A line that begins with a dot.\nÄöü 株式会社\n",
    createdAt: noon,
  };

  const open: (() => Promise<void>)[] = [];

  afterEach(async () => {
    for (const close of open.splice(0)) await close();
  });

  async function receiverWith(options?: Parameters<typeof openMailReceiver>[0]): Promise<MailReceiver> {
    const receiver = await openMailReceiver(options);
    open.push(() => receiver.close());
    return receiver;
  }

  function senderTo(url: string, ca?: string) {
    const server = parseSmtpUrl(url);
    if (server === null) throw new Error(`not an address: ${url}`);
    return createSmtpSender({
      server,
      from: { name: "Pay", address: "pay@example.com" },
      ownHost: "pay.example.com",
      ownOrigins: ["https://pay.example.com"],
      ...(ca === undefined ? {} : { ca }),
      timeouts: { silentMs: 20_000, wholeMs: 25_000 },
    });
  }

  describe("a letter", () => {
    test("arrives whole: envelope, headers, and every character of the text", async () => {
      const receiver = await receiverWith();
      expect(await senderTo(`smtp://127.0.0.1:${receiver.port}`).send(letter)).toEqual({ kind: "accepted" });
      expect(receiver.received).toEqual([
        {
          from: "pay@example.com",
          to: ["ada@example.com"],
          headers: expect.objectContaining({
            from: "Pay <pay@example.com>",
            to: "ada@example.com",
            subject: letter.subject,
            date: "Thu, 01 Jan 2026 12:00:00 +0000",
            "auto-submitted": "auto-generated",
            "message-id": expect.stringMatching(/^<[0-9a-f]{40}@pay\.example\.com>$/),
          }),
          text: letter.body,
          html: letterHtml({ ...letter, language: "en" }, ["https://pay.example.com"]),
          isEncrypted: false,
          user: null,
        },
      ]);
    });

    test("has its HTML in the language of its words", async () => {
      const receiver = await receiverWith();
      await senderTo(`smtp://127.0.0.1:${receiver.port}`).send({
        ...letter,
        body: "감사합니다\n",
        language: "ko",
      });
      expect(receiver.received[0]?.html).toContain('<html lang="ko">');
      expect(receiver.received[0]?.html).toContain("<p>감사합니다</p>");
    });

    test("has the same Message-ID on each attempt, and a different one per letter", async () => {
      const receiver = await receiverWith();
      const sender = senderTo(`smtp://127.0.0.1:${receiver.port}`);
      for (const dedupeKey of [letter.dedupeKey, letter.dedupeKey, "another"])
        await sender.send({ ...letter, dedupeKey });
      const [first, second, third] = receiver.received.map(({ headers }) => headers["message-id"]);
      expect(second).toBe(first);
      expect(third).not.toBe(first);
    });

    test("cannot add headers or recipients", async () => {
      const receiver = await receiverWith();
      const sender = senderTo(`smtp://127.0.0.1:${receiver.port}`);
      const subject = "Shop\r\nBcc: eve@evil.example\r\n\r\nbody\u2028X-Extra: 1\0";
      expect(await sender.send({ ...letter, subject })).toEqual({ kind: "accepted" });
      const [got] = receiver.received;
      expect(got?.to).toEqual(["ada@example.com"]);
      expect(got?.headers.subject).toBe("Shop Bcc: eve@evil.example body X-Extra: 1");
      expect(Object.keys(got?.headers ?? {})).not.toEqual(expect.arrayContaining(["bcc"]));
      expect(got?.text).toBe(letter.body);
    });

    test.each([
      "ada@example.com\r\nRCPT TO:<eve@evil.example>",
      "ada@example.com, eve@evil.example",
      "<ada>",
    ])("is refused for %j", async (recipient) => {
      const receiver = await receiverWith();
      const answer = await senderTo(`smtp://127.0.0.1:${receiver.port}`).send({ ...letter, recipient });
      expect(answer.kind).toBe("refused");
      expect(receiver.received).toEqual([]);
    });
  });

  describe("failures", () => {
    test.each([
      [550, "refused"],
      [552, "refused"],
      [450, "failed"],
      [530, "failed"],
    ])("a recipient that is answered %d is %s", async (code, kind) => {
      const receiver = await receiverWith();
      receiver.refuseWith = code;
      expect(await senderTo(`smtp://127.0.0.1:${receiver.port}`).send(letter)).toEqual({
        kind,
        error: `${code} not wanted here`,
      });
    });

    test("retries when nobody listens or the server stays silent", async () => {
      const receiver = await receiverWith();
      await receiver.close();
      expect(await senderTo(`smtp://127.0.0.1:${receiver.port}`).send(letter)).toMatchObject({
        kind: "failed",
      });

      const mute = createServer(() => undefined);
      await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
      open.push(() => new Promise((resolve) => mute.close(() => resolve())));
      const server = {
        host: "127.0.0.1",
        port: (mute.address() as AddressInfo).port,
        implicitTls: false,
        login: null,
      };
      const from = { name: "", address: "pay@example.com" };
      const impatient = { silentMs: 200, wholeMs: 5_000 };
      const options = { server, from, ownHost: "localhost", ownOrigins: [] };
      expect(await createSmtpSender({ ...options, timeouts: impatient }).send(letter)).toMatchObject({
        kind: "failed",
        error: "ETIMEDOUT",
      });
      const hurried = { silentMs: 1_000, wholeMs: 100 };
      expect(await createSmtpSender({ ...options, timeouts: hurried }).send(letter)).toEqual({
        kind: "failed",
        error: expect.stringMatching(/^the mail server took more than \d+ ms$/),
      });
    });

    test("greets with the service's host, and repeats a relay's refusal in its own words", async () => {
      const greetings: string[] = [];
      const relay = createServer((socket) => {
        socket.write("220 relay.example ESMTP\r\n");
        socket.setEncoding("utf8").on("data", (line: string) => {
          greetings.push(line.trim());
          socket.end("421-4.7.0 Try again later.\r\n421 4.7.0 See https://relay.example/help\r\n");
        });
      });
      await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
      open.push(() => new Promise((resolve) => relay.close(() => resolve())));
      const url = `smtp://127.0.0.1:${(relay.address() as AddressInfo).port}`;
      expect(await senderTo(url).send(letter)).toEqual({
        kind: "failed",
        error: expect.stringContaining("See https://relay.example/help"),
      });
      expect(greetings[0]).toBe("EHLO pay.example.com");
    });

    test("retries after a refused login, and records no password", async () => {
      const receiver = await receiverWith({
        onAuth: ({ username, password }, _session, done) =>
          done(Object.assign(new Error(`${username} ${password} is wrong`), { responseCode: 535 })),
      });
      const answer = await senderTo(`smtp://shop:secret-word@127.0.0.1:${receiver.port}`).send(letter);
      expect(answer).toEqual({ kind: "failed", error: "535 shop … is wrong" });
    });
  });

  describe("encryption", () => {
    const authority = createAuthority();
    const certificate = authority.issue({ names: ["localhost"] });

    test("starts with the first byte with smtps://", async () => {
      const receiver = await receiverWith({ ...certificate, secure: true });
      const sender = senderTo(`smtps://shop:pw@localhost:${receiver.port}`, authority.ca);
      expect(await sender.send(letter)).toEqual({ kind: "accepted" });
      expect(receiver.received).toMatchObject([{ isEncrypted: true, user: "shop" }]);
    });

    test("starts with STARTTLS with smtp:// when the server offers it", async () => {
      const receiver = await receiverWith({ ...certificate });
      const sender = senderTo(`smtp://shop:pw@localhost:${receiver.port}`, authority.ca);
      expect(await sender.send(letter)).toEqual({ kind: "accepted" });
      expect(receiver.received).toMatchObject([{ isEncrypted: true, user: "shop" }]);
    });

    test("refuses to send with an untrusted certificate", async () => {
      const receiver = await receiverWith({ ...certificate, secure: true });
      const sender = senderTo(`smtps://localhost:${receiver.port}`, createAuthority("Another").ca);
      expect(await sender.send(letter)).toMatchObject({ kind: "failed" });
      expect(receiver.received).toEqual([]);
    });
  });
});
