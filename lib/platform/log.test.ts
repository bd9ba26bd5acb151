import { describe, expect, it } from "vitest";
import { createLog } from "./log";

function capture(level: "info" | "silent" = "info") {
  const lines: string[] = [];
  return { lines, log: createLog(level, { write: (line) => void lines.push(line) }) };
}

describe("a line", () => {
  it("is JSON with level, time, fields and message", () => {
    const { log, lines } = capture();
    log.warn({ checkoutId: "chk_1", amountUnits: 2n ** 200n, at: new Date(0) }, "seen");
    expect(lines).toHaveLength(1);
    expect(lines[0]?.endsWith("\n")).toBe(true);
    expect(JSON.parse(lines[0] ?? "")).toEqual({
      level: "warn",
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      checkoutId: "chk_1",
      amountUnits: (2n ** 200n).toString(),
      at: "1970-01-01T00:00:00.000Z",
      msg: "seen",
    });
  });

  it("contains an error with its cause and stack", () => {
    const { log, lines } = capture();
    log.error({ error: new Error("outer", { cause: new Error("inner") }) }, "failed");
    expect(lines[0]).toMatch(/outer.*inner/);
    expect(lines[0]).toMatch(/log\.test\.ts/);
  });

  it("survives fields that refer to themselves", () => {
    const { log, lines } = capture();
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    log.info({ circle }, "round");
    expect(JSON.parse(lines[0] ?? "").msg).toBe("round");
  });

  it("stays one line with hostile input", () => {
    const { log, lines } = capture();
    const forged = "x\n{}\r\u2028\u2029\u001b[2J\u009b2J\u202e";
    log.warn({ path: forged, [forged]: 1, error: new Error(forged) }, forged);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(lines.join("").slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202e]/);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ path: forged, [forged]: 1, msg: forged });
  });

  it("isn't written when the log is silent", () => {
    const { log, lines } = capture("silent");
    log.error({}, "nothing");
    expect(lines).toEqual([]);
  });
});

describe("never written", () => {
  const secret = "5up3rS3cr3t";

  it.each([
    "authorization",
    "Authorization",
    "x-api-key",
    "x-svc-signature",
    "webhook-signature",
    "set-cookie",
    "apiKey",
    "serverKey",
    "secret",
    "secrets",
    "password",
    "privateKey",
    "OPERATOR_PRIVATE_KEY",
    "rawTransaction",
    "DATABASE_URL",
    "rpcUrls",
  ])("a value named %s, at any depth", (name) => {
    const { log, lines } = capture();
    log.info({ [name]: secret, request: { headers: [{ [name]: [secret] }] } }, "in");
    log.error({ err: Object.assign(new Error("bad"), { config: { [name]: secret } }) }, "out");
    expect(lines).toHaveLength(2);
    expect(lines.join("")).not.toContain(secret);
    expect(lines.join("")).toContain("[hidden]");
  });

  it.each([
    ["a server key", "svc_server_5up3rS3cr3t"],
    ["an API key", "svc_sk_5up3rS3cr3t"],
    ["a webhook secret", "whsec_NXVwM3JTM2NyM3Q+/5up3rS3cr3t="],
    ["a password in an address", "postgresql://shop:5up3rS3cr3t@127.0.0.1/shop"],
    ["a header", "Bearer 5up3rS3cr3t"],
    ["a signed transaction", `0x02f8${"5a".repeat(110)}5up3rS3cr3t`.replace("5up3rS3cr3t", "")],
  ])("%s in a message, a field, an error or its cause", (_, text) => {
    const { log, lines } = capture();
    log.info({ note: text, list: [text] }, `said ${text}`);
    log.error({ error: new Error(text, { cause: new Error(text) }) }, "failed");
    expect(lines.join("")).not.toContain(text);
    expect(lines.join("")).not.toContain(secret);
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  });

  it("but writes transaction hashes and addresses", () => {
    const { log, lines } = capture();
    const txHash = `0x${"ab".repeat(32)}`;
    log.info({ txHash }, "sent");
    expect(lines[0]).toContain(txHash);
  });
});
