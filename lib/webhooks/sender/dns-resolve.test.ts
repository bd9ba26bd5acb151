import { createSocket, type Socket } from "node:dgram";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createDnsResolve } from "./outgoing-address";

/** What the name server answers for a kind of record: addresses, a code of failure, or nothing at all. */
type Zone = Partial<Record<"A" | "AAAA", readonly string[] | number | "silence">>;

const notFound = 3;
const serverFailure = 2;

let server: Socket;
let zone: Zone;
let resolve: ReturnType<typeof createDnsResolve>;

beforeEach(async () => {
  server = createSocket("udp4");
  server.on("message", (query, { port, address }) => {
    const answer = answerTo(query);
    if (answer !== null) server.send(answer, port, address);
  });
  await new Promise<void>((done) => server.bind(0, "127.0.0.1", done));
  resolve = createDnsResolve([`127.0.0.1:${server.address().port}`]);
});

afterEach(async () => {
  vi.useRealTimers();
  await new Promise<void>((done) => server.close(() => done()));
});

it.each<[string, Zone, string[]]>([
  [
    "of both kinds",
    { A: ["1.1.1.1", "127.0.0.1"], AAAA: ["2606:4700:4700:0:0:0:0:1111"] },
    ["1.1.1.1", "127.0.0.1", "2606:4700:4700::1111"],
  ],
  ["of one kind, though the other has none", { A: ["1.1.1.1"], AAAA: [] }, ["1.1.1.1"]],
  ["of one kind, though the other is not found", { A: notFound, AAAA: ["0:0:0:0:0:0:0:1"] }, ["::1"]],
  ["of one kind, though the other fails", { A: ["1.1.1.1"], AAAA: serverFailure }, ["1.1.1.1"]],
])("gives every address %s", async (_, records, addresses) => {
  zone = records;
  expect(await resolve("shop.example.com")).toEqual(addresses);
});

it.each<[string, Zone, string]>([
  ["is not there", { A: notFound, AAAA: notFound }, "ENOTFOUND"],
  ["has no address", { A: [], AAAA: [] }, "ENODATA"],
])("throws for a name that %s", async (_, records, code) => {
  zone = records;
  await expect(resolve("shop.example.com")).rejects.toMatchObject({ code });
});

it("gives up when its servers are silent", async () => {
  zone = { A: "silence", AAAA: "silence" };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const found = resolve("shop.example.com");
  const refused = expect(found).rejects.toMatchObject({ code: "ECANCELLED" });
  await vi.advanceTimersByTimeAsync(5_000);
  await refused;
});

/** RFC 1035 §4.1: the question again, with the zone's records behind it. */
function answerTo(query: Buffer): Buffer | null {
  const end = query.indexOf(0, 12) + 5;
  const type = query.readUInt16BE(end - 4);
  const records = zone[type === 1 ? "A" : "AAAA"] ?? [];
  if (records === "silence") return null;
  const head = Buffer.from(query.subarray(0, end));
  head.writeUInt16BE(0x8180 | (typeof records === "number" ? records : 0), 2);
  const addresses = typeof records === "number" ? [] : records;
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...addresses.map((address) => record(type, address))]);
}

function record(type: number, address: string): Buffer {
  const data =
    type === 1
      ? Buffer.from(address.split(".").map(Number))
      : Buffer.from(
          address
            .split(":")
            .map((group) => group.padStart(4, "0"))
            .join(""),
          "hex",
        );
  const head = Buffer.alloc(12);
  // The name is the question's, at byte 12.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
