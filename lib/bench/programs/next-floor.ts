/**
 * The bare Next application as `next start` serves it, without what our start script adds or spares. Answers its
 * address to its parent.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import next from "next";

const { FLOOR_APP_DIR: dir } = process.env;
if (dir === undefined) throw new Error("FLOOR_APP_DIR names the folder of the built application.");
const server = createServer((request, response) => {
  serve(request, response).catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as AddressInfo;
const app = next({ dev: false, dir, hostname: "127.0.0.1", port, httpServer: createServer(), quiet: true });
await app.prepare();
const serve = app.getRequestHandler();
process.once("disconnect", () => process.exit(0));
process.send?.({ url: `http://127.0.0.1:${port}` });
