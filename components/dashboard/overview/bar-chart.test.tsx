import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BarChart } from "./bar-chart";

test("marks a series in the legend with a drawn mark like its bars, which survives a reader's own colours", () => {
  const drawn = renderToStaticMarkup(
    <BarChart
      label="Volume"
      series={[
        { name: "USDC", style: "strong" },
        { name: "USDT", style: "soft" },
      ]}
      steps={[{ label: "1 Jan", title: "1 Jan: 3", values: [1, 2] }]}
      writeTick={String}
      empty={null}
    />,
  );
  const marks = [...drawn.matchAll(/<rect x="0.5"[^>]* class="([^"]+)"/g)].map(([, style]) => style);
  const bars = [...drawn.matchAll(/<rect x="[\d.]+%"[^>]* class="(fill-(?!ink)[^"]+)"/g)].map(
    ([, style]) => style,
  );
  expect(marks).toEqual(["fill-accent", "fill-line-strong"]);
  expect(bars).toEqual(marks);
});
