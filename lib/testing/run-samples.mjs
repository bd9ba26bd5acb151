/**
 * `npm run night -- samples`: runs what the documentation shows in other languages than TypeScript, which vitest
 * compiles. Requests go to the demo that runs on this machine. Names what could not be run, and why.
 */
import { spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { marked } from "marked";

const root = fileURLToPath(new URL("../..", import.meta.url));
const exampleOrigin = "https://pay.example.com";
const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const folder = mkdtempSync(path.join(tmpdir(), "samples-"));
/** The clients that a sample imports. */
const clients = { python: path.join(root, "packages/python"), php: path.join(root, "packages/php") };
const demo = readDemo();

const body = JSON.stringify({ event: "checkout.paid", id: "evt_1", data: { createdVia: "server_key" } });
const time = Math.floor(Date.now() / 1_000);
const signature = `t=${time},v1=${createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")}`;

/** What a receiver has to answer: a right signature, one of two secrets, a changed body, no header. */
const pythonReceiver = `
handle_event = lambda event, database: None
body, header, secret = ${JSON.stringify(body)}.encode(), ${JSON.stringify(signature)}, ${JSON.stringify(secret)}
calls = [
    ({"x-svc-signature": header}, secret, body, 204),
    ({"x-svc-signature": header}, ["other", secret], body, 204),
    ({"x-svc-signature": header}, secret, body + b" ", 401),
    ({"x-svc-signature": header}, "", body, 401),
    ({}, secret, body, 401),
]
for headers, secrets, raw, expected in calls:
    status = handle_delivery(raw, headers, secrets, None)
    assert status == expected, (headers, secrets, status)
`;
const phpReceiver = `
[$body, $header, $secret] = json_decode(${JSON.stringify(JSON.stringify([body, signature, secret]))});
$none = function () {};
foreach ([[$body, $header, $secret, 204], [$body, $header, ['other', $secret], 204], [$body . ' ', $header, $secret, 401], [$body, null, $secret, 401]] as [$raw, $given, $secrets, $expected]) {
    $status = handle_delivery($raw, $given, $secrets, $none);
    if ($status !== $expected) throw new Exception("$status in the place of $expected");
}
`;

/** Each answers null when it went well, else what went wrong; or { skipped } with the reason. */
const runners = {
  json: (code) => attempt(() => JSON.parse(code)),
  js: (code) => run(process.execPath, ["--check", file("sample.mjs", code)]),
  sh: (code) => run("bash", ["-n", file("sample.sh", code)]),
  curl: (code) => (demo === null ? { skipped: "no demo runs here" } : request(code)),
  python: (code) => {
    if (!has("python3")) return { skipped: "python3 is missing" };
    if (code.includes("def handle_delivery"))
      return run("python3", [file("receiver.py", code + pythonReceiver)]);
    if (demo === null) return { skipped: "no demo runs here" };
    if (code.includes("import requests") && run("python3", ["-c", "import requests"]) !== null)
      return { skipped: "the package requests is missing" };
    const check = `\nassert checkout["id"].startswith("chk_"), checkout\n`;
    return run("python3", [file("request.py", `${ofDemo(code)}${check}`)]);
  },
  php: (code) => {
    if (!has("php")) return { skipped: "php is missing" };
    const isReceiver = code.includes("function handle_delivery");
    if (!isReceiver && demo === null) return { skipped: "no demo runs here" };
    const rest = isReceiver
      ? phpReceiver
      : `if (!isset($checkout["id"])) throw new Exception("no checkout");`;
    const text = isReceiver ? code : ofDemo(code);
    return run("php", ["-d", `include_path=${clients.php}`, file("sample.php", `<?php\n${text}\n${rest}`)]);
  },
};

/** Placeholders that no demo has; the request behind them is shown, not sent. */
function request(code) {
  if (/chk_…/.test(code)) return { skipped: "needs a paid checkout" };
  const answer = spawnSync(
    "bash",
    ["-c", ofDemo(code).replace(/^curl /, "curl --silent --show-error ")],
    options(),
  );
  return attempt(() => {
    if (JSON.parse(answer.stdout).ok !== true) throw new Error(answer.stdout);
  });
}

let orders = 0;

/** Each sample has an order of its own: an idempotency key takes one body, to the byte. */
function ofDemo(code) {
  orders += 1;
  return code
    .replaceAll(exampleOrigin, demo.baseUrl)
    .replaceAll("svc_server_…", demo.serverKey)
    .replaceAll("order-1042", `order-${process.pid}-${orders}`);
}

function readDemo() {
  const manifest = path.join(root, ".data/demo.json");
  if (!existsSync(manifest)) return null;
  const { baseUrl, serverKey } = JSON.parse(readFileSync(manifest, "utf8"));
  const isUp = spawnSync("curl", ["--silent", "--fail", `${baseUrl}/healthz`]).status === 0;
  return isUp ? { baseUrl, serverKey } : null;
}

function run(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, options());
  return status === 0 ? null : `${error?.message ?? ""}${stdout}${stderr}`.trim();
}

function options() {
  const env = { ...process.env, PYTHONPATH: clients.python };
  return { encoding: "utf8", timeout: 60_000, cwd: folder, env };
}

function attempt(work) {
  try {
    work();
    return null;
  } catch (error) {
    return String(error.message);
  }
}

function file(name, text) {
  const where = path.join(folder, name);
  writeFileSync(where, text);
  return where;
}

function has(command) {
  return spawnSync(command, ["--version"]).status === 0;
}

const pages = ["README.md", "SECURITY.md", "CONTRIBUTING.md"].concat(
  readdirSync(path.join(root, "docs"), { recursive: true })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
);
const counts = { ran: 0, failed: 0, skipped: 0 };
for (const page of pages.toSorted()) {
  const blocks = marked
    .lexer(readFileSync(path.join(root, page), "utf8"))
    .filter(({ type }) => type === "code");
  for (const [index, { lang = "", text }] of blocks.entries()) {
    const language = lang.split(" ")[0];
    // TypeScript is for vitest; a block without a language is output or a header.
    if (language === "ts" || language === "") continue;
    const result =
      runners[language]?.(text) ?? (language in runners ? null : { skipped: `nothing runs ${language}` });
    const name = `${page}, block ${index + 1} (${lang})`;
    if (result === null) counts.ran += 1;
    else if (typeof result === "object") {
      counts.skipped += 1;
      console.log(`skipped  ${name}: ${result.skipped}`);
    } else {
      counts.failed += 1;
      console.log(`FAILED   ${name}:\n${result}`);
    }
  }
}
rmSync(folder, { recursive: true });
console.log(`${counts.ran} samples ran, ${counts.skipped} skipped, ${counts.failed} failed.`);
process.exitCode = counts.failed === 0 ? 0 : 1;
