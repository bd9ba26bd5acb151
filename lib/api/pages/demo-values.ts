import { isFromLoopback } from "@/lib/api/client-address";
import { ids, usdcOnBase } from "@/lib/api/openapi/examples/facts";
import { placeholders, projectPlaceholder, type SampleValues } from "@/lib/docs/placeholders";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import type { Env } from "@/lib/settings/env";

type Facts = Pick<Env, "DEMO_SHOP" | "CHAINS">;

/**
 * The values with which samples run against a demo; none for any other service, which production's refusal of DEMO_SHOP
 * guarantees. The keys open play money alone, and still only a reader on this machine gets them.
 */
export function demoValues({ DEMO_SHOP, CHAINS }: Facts, headers: Headers): SampleValues {
  if (DEMO_SHOP === undefined || !isFromLoopback(headers)) return [];
  const { serverKey, apiKey, projectId } = DEMO_SHOP;
  const [chain] = CHAINS;
  const token = chain?.tokens[0];
  return [
    [placeholders.server, serverKey],
    [placeholders.api, apiKey],
    [projectPlaceholder, projectId],
    [ids.project, projectId],
    ...(chain === undefined || token === undefined
      ? []
      : [
          ...chainForms.map((form) => [form + usdcOnBase.chainId, form + chain.chainId] as const),
          [checksummed(usdcOnBase.tokenAddress), checksummed(token.address)] as const,
        ]),
  ];
}

/** The number alone may be a part of something else. */
const chainForms = ['"chainId": ', "chainId: ", '"chainId" => ', "chainId="];
