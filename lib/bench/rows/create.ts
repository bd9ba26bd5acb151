import { measureInTurn, ratioOf } from "@/lib/bench/compare";
import type { BenchOptions } from "@/lib/bench/options";
import type { Stage } from "@/lib/bench/stage";
import { type Row, times } from "@/lib/bench/table";
import { createTargets } from "./requests";

/** How many checkouts a second, against the least a Next route and a Node server could do. */
export async function measureCreate(
  stage: Stage,
  { rounds, seconds }: BenchOptions,
  say: (line: string) => void,
): Promise<Row[]> {
  const { ours, nextFloor, plainNode } = createTargets(stage);
  const measured = await measureInTurn(stage.load, [ours, nextFloor, plainNode], { rounds, seconds, say });
  const [created, inserted, bare] = measured;
  if (created === undefined || inserted === undefined || bare === undefined)
    throw new Error("each target is measured");
  return [
    {
      row: "Create a checkout / bare Next route, one INSERT",
      ours: created.text,
      floor: inserted.text,
      ratio: times(ratioOf(created, inserted)),
      goal: "≥ 0.70 ×",
      met: ratioOf(created, inserted) >= 0.7,
    },
    {
      row: "Create a checkout / plain Node, same statements",
      ours: created.text,
      floor: bare.text,
      ratio: times(ratioOf(created, bare)),
      goal: "≥ 0.25 ×",
      met: ratioOf(created, bare) >= 0.25,
    },
  ];
}
