import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { hashInlineScripts, loadInlineScripts } from "./built-pages";

// printf '%s' 1 | openssl dgst -sha256 -binary | base64
const ofOne = "sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s=";
const ofTwo = "sha256-1HNeOiZeFu7gP1lxi5tdAwGcB9i2xR+Q2jpmbuwTqzU=";

test("inline scripts are hashed once each, files are not", () => {
  const html = `<script src="/a.js" async=""></script><script>1</script><script id="x">2</script><script>1</script>`;
  expect(hashInlineScripts(html)).toEqual([ofOne, ofTwo]);
});

test("a built page has its own hashes, every other address those of the page for what is nowhere", async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "built-"));
  const app = path.join(dir, ".next/server/app");
  await mkdir(path.join(app, "docs"), { recursive: true });
  const routes = {
    "/docs/start": { dataRoute: "/docs/start.rsc" },
    "/_not-found": { dataRoute: "/_not-found.rsc" },
    "/llms.txt": { dataRoute: null },
  };
  await writeFile(path.join(dir, ".next/prerender-manifest.json"), JSON.stringify({ routes }));
  await writeFile(path.join(app, "docs/start.html"), "<script>1</script>");
  await writeFile(path.join(app, "_not-found.html"), "<script>2</script>");
  const inlineScripts = await loadInlineScripts(dir);
  expect(inlineScripts("/docs/start")).toEqual([ofOne]);
  expect(inlineScripts("/nowhere")).toEqual([ofTwo]);
  await rm(dir, { recursive: true });
});
