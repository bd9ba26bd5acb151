import type * as api from "./generated/types.js";
import { type CallOptions, type ConnectionOptions, createRequests, type WriteOptions } from "./request.js";

// What an API key may do: in a shop's pages, if the project uses its API keys there, else on its server.

export type * from "./generated/types.js";
export {
  type CallOptions,
  CheckoutApiError,
  CheckoutConnectionError,
  type List,
  type Listing,
  type WriteOptions,
} from "./request.js";

export type ApiKeyClientOptions = ConnectionOptions & {
  /** `svc_sk_…` */
  apiKey: string;
  /** `prj_…`, the key's project. */
  projectId: string;
};

export type ApiKeyClient = ReturnType<typeof createApiKeyClient>;

/**
 * A typed client for an API key. A page may create checkouts and read one, and the project; lists and rates are for
 * servers. It retries as the client of the Server API does.
 *
 * @throws CheckoutApiError when the service refuses, CheckoutConnectionError when it does not answer
 */
export function createApiKeyClient({ apiKey, projectId, ...connection }: ApiKeyClientOptions) {
  if (!/^svc_sk_/.test(apiKey)) throw new TypeError("apiKey must begin with svc_sk_");
  const { get, list, post } = createRequests(apiKey, connection);
  const checkouts = ["dashboard", "projects", projectId, "checkouts"];

  return {
    createProjectCheckout: (body: api.CreateCheckout, options?: WriteOptions) =>
      post<api.Checkout>(checkouts, body, options),
    listProjectCheckouts: (query?: api.ListCheckouts, options?: CallOptions) =>
      list<api.Checkout, api.CheckoutPagination>(checkouts, query, options),
    getProjectExchangeRates: (query?: api.ExchangeRates, options?: CallOptions) =>
      get<api.ProjectAllRates | api.RatesOfCurrency>([...checkouts, "exchange-rate"], query, options),
    getSdkProject: (options?: CallOptions) => get<api.SdkProject>(["sdk", "project"], {}, options),
    getSdkCheckout: (checkoutId: string, options?: CallOptions) =>
      get<api.PublicCheckout>(["sdk", "checkouts", checkoutId], {}, options),
  };
}
