import { sdkPreflight } from "@/lib/api/http/cors";
import { withSdkKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { acceptedTokens } from "@/lib/checkouts/accepted-tokens";
import { toSdkProject } from "@/lib/checkouts/views/checkout-fields.schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    GET: withSdkKey(operations.getSdkProject, async ({ project }) => {
      const { chains, checkoutPageUrl } = getCheckouts();
      return { data: toSdkProject(project, acceptedTokens(chains, project), checkoutPageUrl) };
    }),
  },
  sdkPreflight,
);
