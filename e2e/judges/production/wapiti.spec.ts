import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, request } from "@playwright/test";
import type { OpenApiDocument } from "@/lib/api/openapi/types";
import { postSignIn } from "../../support/dashboard";
import { run } from "../../support/npm-tools";
import { emptyFolder } from "../tools";
import { debianProgram, type Production, test } from "./production";

test.describe.configure({ timeout: 1_800_000 });

/** All but those that guess passwords and paths, or need a server on the internet. */
const modules = [
  ...["backup", "blindsql", "cookieflags", "crlf", "csp", "csrf", "exec", "file", "htaccess", "http_headers"],
  ...["methods", "permanentxss", "redirect", "shellshock", "sql", "xss"],
];
const mostSeconds = { crawl: "40", module: "15" };

/** docs/testing.md says why. */
const explained = [
  "Cross Site Request Forgery: Lack of anti CSRF token",
  "HTTP Secure Headers: X-Frame-Options is not set",
  "HTTP Secure Headers: X-XSS-Protection is not set",
];

type Report = Record<"vulnerabilities" | "anomalies", Record<string, { path: string; info: string }[]>>;

/** What wapiti finds from these addresses on, and from those to which they lead. */
async function findingsFrom(
  name: string,
  { origin }: Production,
  addresses: readonly string[],
  headers: Record<string, string>,
): Promise<string[]> {
  const folder = await emptyFolder(`wapiti-${name}`);
  const report = path.join(folder, "report.json");
  const args = [
    ...["--url", `${origin}/`, ...addresses.flatMap((address) => ["--start", origin + address])],
    ...["--module", modules.join(","), "--scope", "folder", "--verify-ssl", "0", "--no-bugreport"],
    ...["--max-scan-time", mostSeconds.crawl, "--max-attack-time", mostSeconds.module],
    ...["--store-session", folder, "--store-config", folder, "--format", "json", "--output", report],
    ...Object.entries(headers).flatMap(([header, value]) => ["--header", `${header}: ${value}`]),
  ];
  const said = await run(debianProgram("wapiti", ["/usr/bin/wapiti"]), args, folder, { HOME: folder });
  console.log(`  ${name}: ${/Wapiti found .*/.exec(said)}`);
  const { vulnerabilities, anomalies }: Report = JSON.parse(await readFile(report, "utf8"));
  return Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, cases]) =>
    cases.flatMap(({ path: where, info }) =>
      explained.includes(`${kind}: ${info}`) ? [] : [`${kind}: ${info} (${where})`],
    ),
  );
}

test("wapiti finds nothing on customers' pages", async ({ production }) => {
  const pages = Object.values(production.customerPages);
  expect(await findingsFrom("customer", production, pages, { accept: "text/html" })).toEqual([]);
});

test("wapiti finds nothing on the dashboard", async ({ production }) => {
  const { origin, demo, dashboardPages } = production;
  const visitor = await request.newContext({ ignoreHTTPSErrors: true });
  expect((await postSignIn(visitor, "password", demo.login, origin)).status()).toBe(200);
  const { cookies } = await visitor.storageState();
  await visitor.dispose();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const pages = Object.values(dashboardPages);
  expect(await findingsFrom("dashboard", production, pages, { accept: "text/html", cookie })).toEqual([]);
});

test("wapiti finds nothing in the operations that read, with all their parameters", async ({
  production,
}) => {
  const { demo, paid } = production;
  const { paths, components }: OpenApiDocument = await (await fetch(`${demo.baseUrl}/openapi.json`)).json();
  const addresses = Object.entries(paths).flatMap(([template, { get }]) => {
    // A stream lasts for minutes.
    if (get === undefined || template === "/c/{checkoutId}/events") return [];
    const names = (get.parameters ?? []).flatMap((given) => {
      const parameter = "$ref" in given ? components.parameters[path.basename(given.$ref)] : given;
      return parameter?.in === "query" ? [parameter.name] : [];
    });
    const address = template.replaceAll(/\{\w+\}/g, paid);
    // One at a time: a value that is refused would hide the others.
    return [address, ...names.map((name) => `${address}?${name}=1`)];
  });
  expect(addresses.length).toBeGreaterThan(50);
  const headers = { "x-api-key": demo.serverKey, accept: "application/json" };
  expect(await findingsFrom("api", production, addresses, headers)).toEqual([]);
});
