/** The bare Next application behind the same start script as the service. Answers its address to its parent. */
import { startServer } from "@/lib/server/start";

const { FLOOR_APP_DIR: dir } = process.env;
if (dir === undefined) throw new Error("FLOOR_APP_DIR names the folder of the built application.");
const server = await startServer({ port: 0, hostname: "127.0.0.1", dev: false, dir });
process.once("disconnect", () => {
  void server.close().finally(() => process.exit(0));
});
process.send?.({ url: server.url });
