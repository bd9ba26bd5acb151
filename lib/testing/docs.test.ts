import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import dashboard from "@/components/dashboard/messages/en/settings.json";
import { openApiDocument } from "@/lib/api/openapi/document";
import gas from "@/lib/contracts/snapshots/GasTest.json";
import { contents, headingId, koreanFiles, pageName } from "@/lib/docs/contents";
import { commands } from "@/lib/operate/commands/run-admin";
import { incidentKinds } from "@/lib/platform/incidents/incident-store.port";
import { apiKeyUses, apiKeyUseTexts } from "@/lib/projects/keys/api-key.rules";
import packageJson from "@/package.json";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const served: readonly string[] = contents.flatMap(({ files }) => [...files]);
const files = readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .map((name) => `docs/${name}`);
const pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", ...files];

/** The anchors of a page, as GitHub and the service make them. */
function anchorsOf(page: string): string[] {
  const text = page.endsWith(".md") ? read(page).replace(/^```[\s\S]*?^```/gm, "") : "";
  return [...text.matchAll(/^#{2,6} (.+)$/gm)].map(([, heading = ""]) => headingId(heading));
}

test.each(pages)("every path, link and anchor of %s leads somewhere", (page) => {
  const text = read(page);
  const paths = [...text.matchAll(/`((?:app|components|e2e|inngest|lib|prisma|public)\/[\w./()[\]-]+)`/g)];
  const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(
    ([, file = "", anchor]) => ({
      file: file === "" ? page : path.join(path.dirname(page), file),
      anchor,
    }),
  );
  const missing = [...paths.map(([, file = ""]) => file), ...links.map(({ file }) => file)].filter(
    (file) => !existsSync(path.join(root, file)),
  );
  expect(missing).toEqual([]);
  const lost = links.filter(({ file, anchor }) => anchor !== undefined && !anchorsOf(file).includes(anchor));
  expect(lost).toEqual([]);
});

const deployed = [
  "Dockerfile",
  "compose.inngest.yaml",
  "compose.yaml",
  ...readdirSync(path.join(root, "deploy"), { recursive: true, encoding: "utf8" })
    .map((name) => `deploy/${name}`)
    .filter((name) => statSync(path.join(root, name)).isFile()),
];

test.each(deployed)("every file and heading that %s names exists", (file) => {
  const pointer =
    /(?<=^|[\s"'`(]|stablecoin-checkout\/)((?:app|components|deploy|docs|e2e|inngest|lib|prisma|public)\/[\w./-]*\w|\w+\.md)(?![\w:])(?:\s+(?:#\s+)?\("([^"]+)"\))?/gm;
  const pointers = [...read(file).matchAll(pointer)];
  expect(pointers.filter(([, name = ""]) => !existsSync(path.join(root, name)))).toEqual([]);
  for (const [, name = "", heading] of pointers)
    if (heading !== undefined) expect(anchorsOf(name)).toContain(headingId(heading));
});

const citedPath =
  /(?<![\w/"'.@$:-])(?:app|components|deploy|docs|e2e|inngest|integrations|lib|packages|prisma|public)\/[\w./[\]()-]*[\w\]]/g;

test("every section, record and file that a comment cites exists", () => {
  const sections = new Set(
    [...read("docs/specification.md").matchAll(/^#{2,3} (D?[\d.]*\d)\.? /gm)].map(
      ([, number = ""]) => number,
    ),
  );
  const sources = ["app", "components", "e2e", "inngest", "lib", "packages", "prisma"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter(
        (name) =>
          /\.(ts|tsx|mjs|prisma|sol)$/.test(name) &&
          !/^(?:generated|dist|contracts\/out)|node_modules/.test(name),
      )
      .map((name) => `${folder}/${name}`),
  );
  const lost = [...sources, "next.config.ts", "proxy.ts", "vitest.config.ts"].flatMap((file) => {
    const text = read(file);
    const cited = [...text.matchAll(/\bspec (?:§|(?=D\d))(D?[\d.]*\d)(?:, §([\d.]*\d))?/gi)].flatMap(
      (found) => found.slice(1).filter((number) => number !== undefined && !sections.has(number)),
    );
    const comments = [...text.matchAll(/(?:^|\s)(?:\/{2,3}|\*)\s(.*)$/gm)].map(([, comment]) => comment);
    const cites = [...comments.join("\n").matchAll(citedPath)]
      .map(([name]) => name)
      // What a build writes there.
      .filter((name) => name !== "packages/dist" && !existsSync(path.join(root, name)));
    return [...cited, ...cites].map((name) => `${file}: ${name}`);
  });
  expect(lost).toEqual([]);
});

test("the page on installing links every example of a proxy, a supervisor and a cluster", () => {
  const tools = ["deploy/check.sh", "deploy/kubernetes/kustomization.yaml"];
  const examples = deployed.filter((file) => file.startsWith("deploy/") && !tools.includes(file));
  for (const file of examples) expect(read("docs/operators/install.md")).toContain(`](../../${file})`);
});

test("the service shows every page of the documentation for merchants and operators", () => {
  const own = /^(README|architecture|benchmarks|recipes|releasing|testing|decisions\/.*)$/;
  const written = files.map((file) => file.slice("docs/".length, -".md".length));
  const korean = written.filter((file) => file.endsWith(".ko"));
  expect(korean.toSorted()).toEqual(koreanFiles.map((file) => `${file}.ko`).toSorted());
  const english = written.filter((file) => !korean.includes(file));
  expect(english.filter((file) => !own.test(file)).toSorted()).toEqual(served.toSorted());
  const names = served.map(pageName);
  expect(new Set(names).size).toBe(names.length);
});

test("the front page leads to every page, incidents by theirs", () => {
  const front = read("docs/README.md");
  for (const file of served.filter((name) => !name.startsWith("incidents/")))
    expect(front).toContain(`](${file}.md)`);
});

test.each(incidentKinds)("%s has a page that says what to do", (kind) => {
  const name = kind.toLowerCase().replaceAll("_", "-");
  const page = read(`docs/incidents/${name}.md`);
  expect(page).toMatch(new RegExp(`^# ${kind}: .+`));
  expect(page.match(/^## .*$/gm)).toEqual(
    expect.arrayContaining(["## What it affects", "## What to do", "## When it closes"]),
  );
  expect(read("docs/operators/incidents.md")).toContain(`[${kind}](../incidents/${name}.md)`);
});

test("every command that a page shows exists", () => {
  const text = pages.map(read).join("\n");
  const scripts = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name);
  expect(scripts.filter((name) => !(name in packageJson.scripts))).toEqual([]);
  const verbs = [...text.matchAll(/npm run admin -- ([a-z-]+(?: [a-z-]+)?)/g)].map(([, verb = ""]) => verb);
  const known = (verb: string) => verb in commands || (verb.split(" ")[0] ?? "") in commands;
  expect(verbs.filter((verb) => !known(verb))).toEqual([]);
});

test("the page about keys has the dashboard's texts", () => {
  for (const use of apiKeyUses) {
    expect(read("docs/api/authentication.md")).toContain(apiKeyUseTexts[use]);
    expect(dashboard.settings.apiKeyUses[use].hint).toBe(apiKeyUseTexts[use]);
  }
});

/** The text below a heading, up to the next one. */
function sectionOf(page: string, heading: string): string {
  const [, text = ""] = read(page).split(`\n${heading}\n`);
  return text.split(/^#{2,3} /m)[0] ?? "";
}

test("the specification's page has the fields, operations and filters of the API", () => {
  const page = "docs/specification.md";
  const { paths, components } = openApiDocument("0");
  const codes = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
  const fields = (name: string) => Object.keys(components?.schemas?.[name]?.properties ?? {});
  const checkout = new Set([...fields("CheckoutDetails"), ...fields("PublicCheckout")]);
  const [specified = ""] = sectionOf(page, "### 2.1 Checkout").split("\n- ");
  expect(new Set(codes(specified))).toEqual(checkout);
  expect(new Set(codes(sectionOf(page, "### 2.4 Refund")))).toEqual(new Set(fields("Refund")));
  expect(codes(sectionOf(page, "### 2.2 Fiat currency"))).toEqual(fields("FiatCurrency"));
  const server = sectionOf(page, "### 4.1 Server API");
  const named = [...server.matchAll(/`(\/v1\/[\w/{}-]+)`/g)].map(([, name = ""]) =>
    name.replace("{id}", "{checkoutId}"),
  );
  const missing = Object.keys(paths ?? {})
    .filter((name) => name.startsWith("/v1"))
    .filter(
      (name) =>
        !named.some(
          (known) => name === known || (!known.startsWith("/v1/checkouts") && name.startsWith(known)),
        ),
    );
  expect(missing).toEqual([]);
  const filters = /^\| GET `\/v1\/checkouts` +\|(.*)\|$/m.exec(server)?.[1] ?? "";
  const parameters = (paths?.["/v1/checkouts"]?.get?.parameters ?? []) as readonly {
    name: string;
  }[];
  expect(new Set(codes(filters))).toEqual(new Set(parameters.map(({ name }) => name)));
});

test("the page about costs has the contracts' gas", () => {
  const section = sectionOf("docs/operators/cost.md", "## Gas");
  for (const units of Object.values(gas)) expect(section).toContain(Number(units).toLocaleString("en"));
});

test("the front page says of software that it can pay as long as checkouts offer it", () => {
  expect(Object.keys(openApiDocument("0").paths ?? {})).toContain("/c/{checkoutId}/x402");
  expect(read("README.md")).toMatch(/^\| Software can pay \(x402\) +\| yes /m);
});
