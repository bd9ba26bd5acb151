import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { findLastingPort } from "@/lib/testing/lasting-port";
import { npmTools } from "../support/npm-tools";

/** An open browser with one page. */
export type OpenBrowser = {
  open(url: string): Promise<void>;
  back(): Promise<void>;
  /** Calls a function in the page; its arguments and its result are JSON. */
  call<A extends readonly unknown[], T>(work: (...args: A) => T, ...args: A): Promise<T>;
  /** The page as a PDF; only Firefox's driver prints. */
  print?(): Promise<Uint8Array>;
  close(): Promise<void>;
};

export type TestedBrowser = { name: string; open(): Promise<OpenBrowser> };

const tools = npmTools("browsers", new URL("tools/", import.meta.url), "puppeteer-core");

/** The parts of puppeteer that are used; its own types are installed with it. */
type Puppeteer = {
  launch(options: object): Promise<{
    newPage(): Promise<{
      goto(url: string): Promise<unknown>;
      goBack(): Promise<unknown>;
      evaluate(script: string): Promise<unknown>;
      pdf(options: object): Promise<Uint8Array>;
    }>;
    close(): Promise<void>;
  }>;
};

/** Debian's Firefox, by WebDriver BiDi. */
export const firefox: TestedBrowser = {
  name: "Firefox",
  open: async () => {
    const executablePath = program("Firefox", ["/usr/bin/firefox-esr", "/usr/bin/firefox"], "firefox-esr");
    await tools.install();
    const { default: puppeteer } = await tools.load<{ default: Puppeteer }>("puppeteer-core");
    const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
    const page = await browser.newPage();
    return {
      open: async (url) => void (await page.goto(url)),
      back: async () => void (await page.goBack()),
      call: async (work, ...args) =>
        (await page.evaluate(`(${work})(...${JSON.stringify(args)})`)) as ReturnType<typeof work>,
      print: () => page.pdf({ format: "A4" }),
      close: () => browser.close(),
    };
  },
};

const miniBrowser = [
  "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
  "/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
];

/** Debian's WebKit, the engine of Safari, on a display of its own. */
export const webkit: TestedBrowser = {
  name: "WebKit",
  open: async () => {
    const driver = program("WebKit", ["/usr/bin/WebKitWebDriver"], "webkit2gtk-driver");
    const binary = program("WebKit", miniBrowser, "webkit2gtk-driver");
    const display = program("Xvfb", ["/usr/bin/xvfb-run"], "xvfb");
    return openByWebDriver(display, ["-a", driver], {
      "webkitgtk:browserOptions": { binary, args: ["--automation"] },
    });
  },
};

/** Debian's WPE WebKit 2.38, as old as Safari 16.0: older than what we support. */
export const oldWebkit: TestedBrowser = {
  name: "an old WebKit",
  open: async () => {
    const driver = program("WPE WebKit", ["/usr/bin/WPEWebDriver"], "wpewebkit-driver");
    const binary = program("WPE WebKit", ["/usr/bin/cog"], "cog");
    const args = ["--automation", "--platform=headless"];
    return openByWebDriver(driver, [], { "wpe:browserOptions": { binary, args } });
  },
};

/** @throws Error that names the missing browser and Debian's package */
function program(browser: string, files: readonly string[], debianPackage: string): string {
  const found = files.find((file) => existsSync(file));
  if (found === undefined) throw new Error(`${browser} is missing: apt-get install ${debianPackage}`);
  return found;
}

async function openByWebDriver(
  file: string,
  args: readonly string[],
  capabilities: Record<string, unknown>,
): Promise<OpenBrowser> {
  const port = await findLastingPort();
  const driver = spawn(file, [...args, `--port=${port}`], { stdio: "ignore", detached: true });
  const command = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      }),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  try {
    await untilReady(driver, () => command("GET", "/status"));
    const started = await command("POST", "/session", { capabilities: { alwaysMatch: capabilities } });
    const session = `/session/${(started as { sessionId: string }).sessionId}`;
    return {
      open: async (url) => void (await command("POST", `${session}/url`, { url })),
      back: async () => void (await command("POST", `${session}/back`, {})),
      call: async (work, ...given) =>
        (await command("POST", `${session}/execute/sync`, {
          script: `return (${work})(...arguments)`,
          args: given,
        })) as ReturnType<typeof work>,
      close: async () => {
        await command("DELETE", session).catch(() => undefined);
        end(driver);
      },
    };
  } catch (error) {
    end(driver);
    throw error;
  }
}

/** The driver with the display and the browsers that it started. */
function end({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGTERM");
  } catch {
    // It has ended.
  }
}

async function untilReady(driver: ChildProcess, ask: () => Promise<unknown>): Promise<void> {
  while (driver.exitCode === null) {
    if (
      await ask().then(
        () => true,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the browser's driver has ended");
}
