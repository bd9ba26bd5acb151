import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { settingNames } from "@/lib/settings/env";

const read = (name: string) => readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), "utf8");

const pagesOfOperators = [
  "compose.yaml",
  ...readdirSync(fileURLToPath(new URL("../../docs/operators", import.meta.url))).map(
    (name) => `docs/operators/${name}`,
  ),
];

const [, command = ""] = /^CMD (\[.*\])$/m.exec(read("Dockerfile")) ?? [];
const startCommand = z.array(z.string()).parse(JSON.parse(command)).join(" ");
const { services } = z
  .object({ services: z.object({ app: z.object({ stop_grace_period: z.string() }) }) })
  .parse(parse(read("compose.yaml")));
const graceSeconds = Number(services.app.stop_grace_period.replace("s", ""));

describe("the image", () => {
  const dockerfile = read("Dockerfile");

  test("holds what the lock names, without compilers and local chains, and copies nothing twice", () => {
    expect(dockerfile).toContain("RUN npm ci --omit=dev");
    const [, folders = ""] = /rm -rf ([^\\\n]*)/.exec(dockerfile) ?? [];
    for (const folder of folders
      .trim()
      .split(" ")
      .filter((name) => name.startsWith("node_modules/")))
      expect(read("package.json")).toContain(folder.replace("node_modules/", ""));
    expect(dockerfile).not.toContain("chown -R");
    expect(dockerfile).toMatch(/^COPY --from=build --chown=node:node \/built \/app\/\.next$/m);
  });

  test("copies by an allow-list, and git ignores each file that the documentation tells operators to create", () => {
    const lines = (name: string) =>
      read(name)
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("#"));
    const [first, ...rest] = lines(".dockerignore");
    expect(first).toBe("*");
    const allowed = rest.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
    const created = pagesOfOperators.flatMap((page) =>
      [...read(page).matchAll(/(?:cat > |--out |--password-file |mkdir -p -m 700 |:-\.\/)([\w./-]+)/g)].map(
        ([, file = ""]) => file,
      ),
    );
    expect(created).toEqual(
      expect.arrayContaining(["production.env", "keystores/operator.json", "keystores/password"]),
    );
    expect(created.filter((file) => allowed.includes(file.split("/")[0] ?? ""))).toEqual([]);
    const isIgnored = (file: string) =>
      lines(".gitignore").some((line) =>
        line.startsWith("*") ? file.endsWith(line.slice(1)) : `${file}/`.startsWith(line),
      );
    expect(created.filter((file) => !isIgnored(file))).toEqual([]);
  });
});

test("Kubernetes: names settings that there are, runs as the image's user, and stops as slowly as it has to", () => {
  const documents = parseAllDocuments(read("deploy/kubernetes/checkout.yaml")).map((document) =>
    document.toJS(),
  );
  expect(documents.map(({ kind }) => kind)).toEqual([
    "Deployment",
    "Service",
    "PodDisruptionBudget",
    "Ingress",
  ]);
  const { spec } = documents[0].spec.template;
  const [container] = spec.containers;
  expect(spec.terminationGracePeriodSeconds).toBe(graceSeconds);
  expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
  const names = container.env.map(({ name }: { name: string }) => name);
  expect(names.filter((name: string) => !settingNames.includes(name))).toEqual([]);
  for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"])
    expect(container[probe].httpGet).toEqual({ path: "/healthz", port: "http" });
  const labels = documents[0].spec.template.metadata.labels;
  expect([documents[0].spec.selector.matchLabels, documents[1].spec.selector]).toEqual([labels, labels]);
});

test("systemd: starts what the image and npm start do, and waits as long for its end", () => {
  const unit = read("deploy/checkout.service");
  expect(JSON.parse(read("package.json")).scripts.start).toBe(startCommand);
  expect(unit).toContain(`ExecStart=/usr/bin/env ${startCommand}\n`);
  expect(unit).toContain(`TimeoutStopSec=${graceSeconds}\n`);
  expect(unit).toMatch(/^User=checkout$/m);
});

test("proxies: append the client's address, hold nothing back, and keep metrics to themselves", () => {
  const nginx = read("deploy/nginx.conf");
  expect(nginx).toContain("proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;");
  expect(nginx).toContain("proxy_set_header Host $host;");
  expect(nginx).toContain("proxy_buffering off;");
  expect(nginx).not.toMatch(/X-Frame-Options|Content-Security-Policy/i);
  const [, blocked = ""] = /location ~ (\S+) \{\s*return 404;/.exec(nginx) ?? [];
  for (const path of ["/metrics", "/api/metrics"]) expect(path).toMatch(new RegExp(blocked));
  const caddy = read("deploy/Caddyfile");
  expect(caddy).toContain("flush_interval -1");
  expect(caddy).toContain("@metrics path /metrics /api/metrics");
});
