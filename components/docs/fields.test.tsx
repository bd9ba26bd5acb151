import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { openApi } from "@/lib/api/openapi/documents";
import { eventTexts, testText } from "@/lib/api/openapi/webhooks";
import { eventKinds } from "@/lib/webhooks/events.rules";
import { WebhookReference } from "./fields";

const page = renderToStaticMarkup(<WebhookReference document={openApi()} />);

test("the page lists the kinds that there are, and the test of an endpoint", () => {
  const listed = [...page.matchAll(/<code[^>]*>((?:checkout|refund|endpoint)\.\w+)<\/code><p/g)].map(
    ([, kind]) => kind,
  );
  expect(listed).toEqual([...eventKinds, "endpoint.test"]);
});

test("shows each kind of value as the API sends it", () => {
  const text = page
    .replace(/<[^>]*>/g, "")
    .replaceAll("&quot;", '"')
    .replace(/\s/g, "");
  for (const example of [...Object.values(eventTexts), testText])
    expect(text).toContain(example.replace(/\s/g, ""));
});

test("lists a kind's own fields under that kind only", () => {
  const [, kinds = ""] = page.split(">Kinds<");
  const own = ["partiallyPaid", "lateAmount", "refund", "endpointId"];
  const shown = [...kinds.matchAll(/<code class="font-medium[^>]*>(\w+)<\/code>/g)]
    .map(([, name = ""]) => name)
    .filter((name) => own.includes(name));
  const sent = [...Object.values(eventTexts), testText].flatMap((text) =>
    Object.keys(JSON.parse(text).data).filter((name) => own.includes(name)),
  );
  expect(shown).toEqual(sent);
});
