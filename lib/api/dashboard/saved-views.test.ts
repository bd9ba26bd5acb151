import { expect, test } from "vitest";
import { newId } from "@/lib/platform/ids";
import { savedLists } from "@/lib/projects/views/saved-view.rules";
import { listQueries } from "./saved-views";

const someone = newId("usr");

const filters = {
  checkouts: "q=mug&status=PAID%2CSETTLED",
  refunds: "status=waiting&type=overpayment&from=2026-01-01&to=2026-01-31",
  settlements: "status=failed&chain=8453&from=2026-01-01&to=2026-01-31",
  audit: `who=${someone}&action=api_key.created&from=2026-01-01`,
  requests: "request=req-1&operation=createCheckout&status=4xx&to=2026-01-31",
} as const;

test.each(savedLists)("keeps a filter of %s as the page writes it, and nothing else", (list) => {
  const params = Object.fromEntries(new URLSearchParams(filters[list]));
  expect(listQueries[list]({ nonsense: "1", after: "7", ...params }).toString()).toBe(filters[list]);
  expect(
    listQueries[list]({ status: "nonsense", who: "nobody", action: "-", chain: "x", from: "2026-02-30" })
      .size,
  ).toBe(0);
});
