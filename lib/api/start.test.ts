import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { startServer } from "./start";

test("a taken port is told at once, with the way out", async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
  const { port } = holder.address() as AddressInfo;
  await expect(startServer({ port, hostname: "127.0.0.1", dev: false })).rejects.toThrow(
    `Port ${port} is in use by another program. Stop that program, or choose another port: PORT=`,
  );
  holder.close();
});

test("an address that this machine does not have is told with the way out", async () => {
  await expect(startServer({ port: 0, hostname: "192.0.2.1", dev: false })).rejects.toThrow(
    "This machine has no address 192.0.2.1. Set HOST to 127.0.0.1 or 0.0.0.0.",
  );
});
