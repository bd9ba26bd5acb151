/**
 * An npm registry on this machine: the packed packages, and for all others the registry that npm is configured with. npm asks
 * it for documents and tarballs alone, so this is no dependency.
 */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { npmProgram } from "../lib/platform/process/npm-program.mjs";

const document = ({ manifest, tarball, integrity }, origin) => ({
  name: manifest.name,
  "dist-tags": { latest: manifest.version },
  versions: {
    [manifest.version]: {
      ...manifest,
      dist: { integrity, tarball: `${origin}/${path.basename(tarball)}` },
    },
  },
});

/** @param port 0 takes a free one */
export async function startRegistry(built, port = 0) {
  const { stdout } = spawnSync(process.execPath, [npmProgram(), "config", "get", "registry"], {
    encoding: "utf8",
  });
  const others = stdout.trim();
  const server = createServer(({ url }, response) => {
    const name = decodeURIComponent(url.slice(1));
    const origin = `http://127.0.0.1:${server.address().port}`;
    const wanted = built.find(({ manifest }) => manifest.name === name);
    const packed = built.find(({ tarball }) => path.basename(tarball) === name);
    if (wanted) response.end(JSON.stringify(document(wanted, origin)));
    else if (packed) response.end(readFileSync(packed.tarball));
    else response.writeHead(307, { location: new URL(url.slice(1), others).href }).end();
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${server.address().port}`, server };
}
