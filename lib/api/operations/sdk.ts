import { publicCheckoutView } from "@/lib/checkouts/public-checkout.schema";
import { sdkProject } from "@/lib/checkouts/sdk-project.schema";
import { type Operation, sdkKeyErrors } from "./operation";

/** For scripts on a shop's pages: with an API key for browsers, from allow-listed origins, which get CORS headers. */
export const sdkOperations = {
  getSdkProject: {
    operationId: "getSdkProject",
    tag: "SDK",
    summary: "Get the key's project",
    description: "Name, logo, and the tokens and networks that it accepts.",
    method: "GET",
    path: "/sdk/project",
    keyKind: "sdk",
    query: null,
    body: null,
    idempotent: false,
    status: 200,
    data: sdkProject,
    paginated: false,
    errors: [...sdkKeyErrors],
  },
  getSdkCheckout: {
    operationId: "getSdkCheckout",
    tag: "SDK",
    summary: "What the customer sees of a checkout of the key's project",
    description: "The public view; another project's checkout is not found.",
    method: "GET",
    path: "/sdk/checkouts/{checkoutId}",
    keyKind: "sdk",
    query: null,
    body: null,
    idempotent: false,
    status: 200,
    data: publicCheckoutView,
    paginated: false,
    errors: [...sdkKeyErrors, "CHECKOUT_NOT_FOUND"],
  },
} as const satisfies Record<string, Operation>;
