import { createPublicClient, numberToHex, padHex } from "viem";
import { beforeEach, expect, it, vi } from "vitest";
import { withNonce } from "@/lib/chain/local-chains.chain";
import { testNodes } from "@/lib/testing/node/scripted-node";
import { NodeRefusal } from "@/lib/testing/node/view";
import { askOnce, awaitReceipt } from "./await-receipt.chain";

const hash = padHex("0xab");
const zero = padHex("0x0", { size: 20 });
let client: ReturnType<typeof open>;

const open = (url: string) => createPublicClient({ transport: askOnce(url), pollingInterval: 5 });

const receipt = {
  transactionHash: hash,
  transactionIndex: "0x0",
  blockHash: padHex("0xcd"),
  blockNumber: "0x2",
  from: zero,
  to: zero,
  status: "0x1",
  type: "0x2",
  gasUsed: "0x1",
  cumulativeGasUsed: "0x1",
  effectiveGasPrice: "0x1",
  contractAddress: null,
  logs: [],
  logsBloom: "0x",
};

const { node } = testNodes();
beforeEach(() => {
  client = open(node.url);
});

const questions = () => node.requests.flat().map(({ method }) => method);

it("finds a transaction mined between two polls, on a chain that mines nothing more", async () => {
  let head = 1;
  node.script = {
    result: ({ method }) => {
      if (method === "eth_blockNumber") return numberToHex(head);
      const isThere = head === 2;
      // The one block comes just after it was said that there is none.
      head = 2;
      return isThere ? receipt : null;
    },
  };
  expect(await awaitReceipt(client, hash)).toMatchObject({ status: "success", blockNumber: 2n });
  expect(questions()).toEqual(["eth_getTransactionReceipt", "eth_getTransactionReceipt"]);
});

it("names the transaction that no block takes", async () => {
  node.script = { result: () => null };
  await expect(awaitReceipt(client, hash, { withinMs: 0 })).rejects.toThrow(hash);
  expect(questions()).toEqual(["eth_getTransactionReceipt"]);
});

it("reports a node's refusal at once", async () => {
  node.script = {
    result: () => {
      throw new NodeRefusal(-32_000, "not today");
    },
  };
  await expect(awaitReceipt(client, hash)).rejects.toThrow("not today");
  expect(questions()).toEqual(["eth_getTransactionReceipt"]);
});

it("resends only a transaction that lost its nonce", async () => {
  const send = vi.fn<() => Promise<`0x${string}`>>();
  send.mockRejectedValueOnce(new Error("Details: nonce too low"));
  send.mockResolvedValueOnce("0x1");
  expect(await withNonce(send)).toBe("0x1");
  expect(send).toHaveBeenCalledTimes(2);

  send.mockRejectedValue(new Error("The request took too long to respond."));
  await expect(withNonce(send)).rejects.toThrow("took too long");
  expect(send).toHaveBeenCalledTimes(3);
});

it("gives up in the end", async () => {
  const send = vi.fn(() => Promise.reject(new Error("replacement transaction underpriced")));
  await expect(withNonce(send, 2)).rejects.toThrow("underpriced");
  expect(send).toHaveBeenCalledTimes(3);
});
