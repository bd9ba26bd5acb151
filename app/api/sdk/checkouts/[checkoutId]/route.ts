import { operations } from "@/lib/schemas/operations";
import { sdkPreflight } from "@/lib/server/http/cors";
import { withSdkKey } from "@/lib/server/http/operation-handlers";
import { route } from "@/lib/server/http/route";
import { getPublicCheckout } from "@/lib/services/get-public-checkout";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    GET: withSdkKey(operations.getSdkCheckout, async ({ deps, project, params }) => ({
      data: await getPublicCheckout(deps, params.checkoutId ?? "", { projectId: project.id }),
    })),
  },
  sdkPreflight,
);
