import { getPublicCheckout } from "@/lib/checkouts/get-public-checkout";
import { operations } from "@/lib/schemas/operations";
import { sdkPreflight } from "@/lib/server/http/cors";
import { withSdkKey } from "@/lib/server/http/operation-handlers";
import { route } from "@/lib/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    GET: withSdkKey(operations.getSdkCheckout, async ({ deps, project, params }) => ({
      data: await getPublicCheckout(deps, params.checkoutId ?? "", { projectId: project.id }),
    })),
  },
  sdkPreflight,
);
