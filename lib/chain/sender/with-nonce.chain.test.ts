import { expect, it, vi } from "vitest";
import { withNonce } from "@/lib/chain/local-chains.chain";

it("sends again only what lost its nonce", async () => {
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
