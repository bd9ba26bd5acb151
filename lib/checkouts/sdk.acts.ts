import type { Chain } from "@/lib/chain/chains.rules";
import { act } from "@/lib/platform/acts";
import { inputId } from "@/lib/platform/primitives.schema";
import type { ByKey } from "@/lib/projects/project-access";
import { acceptedTokens } from "./accepted-tokens";
import { sdkProject, toSdkProject } from "./views/checkout-fields.schema";
import { publicCheckoutView } from "./views/public-checkout.schema";
import { type CheckoutPageParts, getPublicCheckout } from "./views/read-checkout";

/** For scripts on a shop's pages: with an API key for browsers, from allow-listed origins, which get CORS headers. */
export const sdkActs = {
  getProject: act(
    {},
    async (
      { chains, checkoutPageUrl }: { chains: readonly Chain[]; checkoutPageUrl: string },
      { access: { project } }: ByKey,
    ) => toSdkProject(project, acceptedTokens(chains, project), checkoutPageUrl),
    {
      http: {
        operationId: "getSdkProject",
        tag: "SDK",
        summary: "Get the key's project",
        description: "The project's name and logo, and the tokens and networks that it accepts.",
        method: "GET",
        path: "/sdk/project",
        key: "sdk",
        data: sdkProject,
        show: (project) => project,
      },
    },
  ),
  getCheckout: act(
    { ids: { checkoutId: inputId("chk", "checkout") }, errors: ["CHECKOUT_NOT_FOUND"] },
    (parts: CheckoutPageParts, { access }: ByKey, { checkoutId }) =>
      getPublicCheckout(parts, checkoutId, { projectId: access.projectId }),
    {
      http: {
        operationId: "getSdkCheckout",
        tag: "SDK",
        summary: "Get the customer's view of a checkout with an API key",
        description: "The public view. A checkout of another project is not found.",
        method: "GET",
        path: "/sdk/checkouts/{checkoutId}",
        key: "sdk",
        data: publicCheckoutView,
        show: (view) => view,
      },
    },
  ),
};
