import { sdkPreflight } from "@/lib/api/http/cors";
import { withSdkKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getPublicCheckout } from "@/lib/checkouts/views/read-checkout";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    GET: withSdkKey(operations.getSdkCheckout, async ({ deps, project, params }) => ({
      data: await getPublicCheckout(deps, params.checkoutId ?? "", { projectId: project.id }),
    })),
  },
  sdkPreflight,
);
