import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** Of a page's address the hashes of its inline scripts, as a Content-Security-Policy names them. */
export type InlineScripts = (pathname: string) => readonly string[];

/** Next answers with it what is nowhere. */
const notFoundPage = "/_not-found";

/**
 * The inline scripts of the pages that were made when the service was built. They can carry no nonce, which is
 * new for each answer; but they are known. Every other address may turn out to be nowhere.
 *
 * @param dir the Next project, built
 */
export async function loadInlineScripts(dir: string): Promise<InlineScripts> {
  const manifest = await readFile(path.join(dir, ".next/prerender-manifest.json"), "utf8");
  const { routes } = JSON.parse(manifest) as { routes: Record<string, { dataRoute: string | null }> };
  const pages = Object.keys(routes).filter((route) => routes[route]?.dataRoute?.endsWith(".rsc"));
  const hashes = new Map(
    await Promise.all(
      pages.map(async (route) => {
        const file = path.join(dir, ".next/server/app", `${route === "/" ? "index" : route}.html`);
        return [route, hashInlineScripts(await readFile(file, "utf8"))] as const;
      }),
    ),
  );
  const nowhere = hashes.get(notFoundPage) ?? [];
  return (pathname) => hashes.get(pathname) ?? nowhere;
}

/** @example hashInlineScripts("<script>1</script>") // ["sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s="] */
export function hashInlineScripts(html: string): string[] {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  const hashes = inline.map(([, text = ""]) => createHash("sha256").update(text).digest("base64"));
  return [...new Set(hashes)].map((hash) => `sha256-${hash}`);
}

/** @returns the paths under which Next serves the files of `public` */
export async function loadPublicFiles(dir: string): Promise<ReadonlySet<string>> {
  const folder = path.join(dir, "public");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const relative = files.map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)));
  return new Set(relative.map((file) => `/${file.split(path.sep).join("/")}`));
}
