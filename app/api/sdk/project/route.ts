import { acceptedTokens } from "@/lib/checkouts/create-checkout";
import { toSdkProject } from "@/lib/checkouts/sdk-project.schema";
import { operations } from "@/lib/schemas/operations";
import { sdkPreflight } from "@/lib/server/http/cors";
import { withSdkKey } from "@/lib/server/http/operation-handlers";
import { route } from "@/lib/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    GET: withSdkKey(operations.getSdkProject, async ({ deps, project }) => ({
      data: toSdkProject(project, acceptedTokens(deps.chains, project), deps.checkoutPageUrl),
    })),
  },
  sdkPreflight,
);
