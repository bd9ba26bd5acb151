import { type Anyone, act } from "@/lib/platform/acts";
import {
  exchangeRatesQuery,
  fiatCurrencyResource,
  projectAllRates,
  publicAllRates,
  ratesOfCurrency,
  toFiatCurrencies,
  toProjectRates,
  toPublicRates,
} from "./exchange-rates.schema";
import { getExchangeRates, offeredCurrencies } from "./get-rates";

type RateParts = Parameters<typeof getExchangeRates>[0];

const errors = ["UNSUPPORTED_FIAT_CURRENCY", "EXCHANGE_RATE_UNAVAILABLE"] as const;

/** What prices are converted with, for everyone. */
export const rateActs = {
  listCurrencies: act(
    {},
    async (parts: RateParts, _: Anyone) => toFiatCurrencies(await offeredCurrencies(parts)),
    {
      http: {
        operationId: "listFiatCurrencies",
        tag: "Currencies and rates",
        summary: "List the fiat currencies",
        description:
          "The currencies in which you can price checkouts now. Fifteen are always listed; each other currency of ISO 4217 while at least two providers agree on its rate.",
        method: "GET",
        path: "/public/fiat-currencies",
        data: fiatCurrencyResource.array(),
        show: (currencies) => currencies,
      },
    },
  ),
  get: act(
    { input: exchangeRatesQuery, errors },
    (parts: RateParts, _: Anyone, { fiatCurrency }) => getExchangeRates(parts, fiatCurrency),
    {
      http: {
        operationId: "getExchangeRates",
        tag: "Currencies and rates",
        summary: "Get exchange rates",
        description: "Units of fiat per token, for all currencies or for one.",
        method: "GET",
        path: "/public/exchange-rates",
        data: publicAllRates.or(ratesOfCurrency),
        show: (rates) => toPublicRates(rates),
      },
    },
  ),
  /** The earlier form (spec §4.3), for an API key of the project. */
  getOfProject: act(
    { input: exchangeRatesQuery, errors },
    (parts: RateParts, _: unknown, { fiatCurrency }) => getExchangeRates(parts, fiatCurrency),
    {
      http: {
        operationId: "getProjectExchangeRates",
        tag: "Project-scoped",
        summary: "Get exchange rates with an API key",
        description: "Like the public rates. The response for all currencies also has their `source`.",
        method: "GET",
        path: "/dashboard/projects/{projectId}/checkouts/exchange-rate",
        key: "project",
        data: projectAllRates.or(ratesOfCurrency),
        show: (rates) => toProjectRates(rates),
      },
    },
  ),
};
