/** Posts one body over and over to all receivers and does nothing else: what a sender can do at best. */
import { Agent, request } from "undici";
import type { LoopOrder } from "@/lib/bench/rows/webhooks";

async function run({ urls, body, headers, posts }: LoopOrder): Promise<void> {
  const dispatcher = new Agent({ connections: 1 });
  let sent = 0;
  const postTo = async (url: string) => {
    while (sent++ < posts) {
      const response = await request(url, { method: "POST", body, headers, dispatcher });
      await response.body.dump();
    }
  };
  await Promise.all(urls.map(postTo));
  await dispatcher.close();
}

process.on("message", (order: LoopOrder) => {
  run(order).then(
    () => process.send?.("done"),
    () => process.exit(1),
  );
});
process.once("disconnect", () => process.exit());
process.send?.("ready");
