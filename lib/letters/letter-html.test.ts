import { describe, expect, test } from "vitest";
import { letterHtml } from "./letter-html";

const own = ["https://pay.example.com", "https://dashboard.example.com"];
const html = (body: string, subject = "Payment received") =>
  letterHtml({ subject, body, language: "en" }, own);
/** The paragraphs, without the page around them. */
const shown = (body: string) => [...html(body).matchAll(/<p[^>]*>(.*)<\/p>/g)].map(([, text]) => text);

test("shows the subject as heading and title, in the letter's language", () => {
  const page = letterHtml({ subject: "영수증", body: "감사합니다\n", language: "ko" }, own);
  expect(page).toContain('<html lang="ko">');
  expect(page).toContain("<title>영수증</title>");
  expect(page).toContain("<h1>영수증</h1>");
  // Some mail programs keep no attribute of the document.
  expect(letterHtml({ subject: "إيصال", body: "شكرًا\n", language: "ar-EG" }, own)).toContain(
    '<main dir="rtl">',
  );
});

test("keeps paragraphs, lines, and indented lines below the one that they belong to", () => {
  expect(
    shown("One.\n\nPaid: 2 checkouts\n  4.50 USDC on Base\n  9.00 USDT on Base\n\nTwo\nthree\n"),
  ).toEqual([
    "One.",
    'Paid: 2 checkouts<span class="part">4.50 USDC on Base</span><span class="part">9.00 USDT on Base</span>',
    "Two<br>three",
  ]);
});

test.each([
  ["Price: €4.50\n\nCoffee shop", true],
  ["₩4,500\n\nCoffee shop", true],
  ["A customer asks for 1.00 USDC back.", false],
  ["Paid: 2 checkouts\n  4.50 USDC", false],
  ["https://pay.example.com/c/chk_1", false],
  [`${"a".repeat(41)}\n\nCoffee shop`, false],
])("%j leads with its first line in large type: %s", (body, isLarge) => {
  expect(html(body).includes('<p class="lead">')).toBe(isLarge);
  expect(html(`One.\n\n${body}`)).not.toContain('class="lead"');
});

describe("links", () => {
  test.each([
    "https://pay.example.com/c/chk_1",
    "https://dashboard.example.com/dashboard/projects/prj_1?a=1&b=2",
  ])("%s leads to the service", (url) => {
    const written = url.replaceAll("&", "&amp;");
    expect(shown(`Checkout: ${url}`)).toEqual([`Checkout: <a href="${written}">${written}</a>`]);
  });

  test.each([
    "https://evil.example/pay",
    "https://pay.example.com.evil.example/",
    "https://pay.example.com@evil.example/",
    "https://user:word@pay.example.evil/",
    "https://user:word@pay.example.com/c",
    "https://pay.example.com\\.evil.example/x",
    "https://pay.example.com\\@evil.example/x",
    "https:\\\\pay.example.com\\c",
    "https://pay.example.com:443/c",
    "https://pay.example.com",
    "http://pay.example.com/",
    "javascript:alert(1)",
    "//evil.example",
    "www.evil.example",
  ])("%s is only text", (url) => {
    expect(shown(`See ${url}`)).toEqual([`See ${url}`]);
  });
});

test("writes addresses and hashes in a font of one width", () => {
  const address = `0x${"aB".repeat(20)}`;
  expect(shown(`New:     ${address}`)).toEqual([`New:     <code>${address}</code>`]);
});

describe("a hostile name", () => {
  test.each([
    '<script>alert("1")</script>',
    '"><img src=x onerror=alert(1)>',
    "</title></style></main><a href=https://evil.example>",
    "' onmouseover='alert(1)",
    "&lt;b&gt; &amp; &#60;i&#62;",
    "<!-- --><![CDATA[ ]]>",
    'https://pay.example.com/"onclick="alert(1)',
  ])("%j adds no tag, attribute or entity", (name) => {
    const page = html(`${name} paid.\n\nItem: ${name}\n  part ${name}\n`, name);
    const plain = html("x paid.\n\nItem: x\n  part x\n", "x");
    const tags = (text: string) =>
      [...text.matchAll(/<[^>]*>/g)]
        .map(([tag]) => tag)
        .filter((tag) => !/^<a href="https:\/\/pay\.example\.com\/">$|^<\/a>$/.test(tag));
    expect(tags(page)).toEqual(tags(plain));
    const text = page
      .replace(/<[^>]*>/g, "")
      .replace(
        /&(amp|lt|gt|quot|#39);/g,
        (_, entity: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" })[entity] ?? "",
      );
    expect(text).toContain(`${name} paid.`);
  });
});

test("loads nothing, and names both themes", () => {
  const page = html("Hello.");
  expect(page).not.toMatch(/<(img|link|script|iframe|table|form)|url\(|@import|@font-face/);
  expect(page).toContain('<meta name="color-scheme" content="light dark">');
  expect(page).toContain("prefers-color-scheme:dark");
  expect(Buffer.byteLength(page)).toBeLessThan(2_000);
});
