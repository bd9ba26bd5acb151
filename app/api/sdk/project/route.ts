import { operations } from "@/lib/schemas/operations";
import { toSdkProject } from "@/lib/schemas/sdk-project";
import { sdkPreflight } from "@/lib/server/http/cors";
import { withSdkKey } from "@/lib/server/http/operation-handlers";
import { route } from "@/lib/server/http/route";
import { acceptedTokens } from "@/lib/services/create-checkout";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    GET: withSdkKey(operations.getSdkProject, async ({ deps, project }) => ({
      data: toSdkProject(project, acceptedTokens(deps.chains, project), deps.checkoutPageUrl),
    })),
  },
  sdkPreflight,
);
