import { z } from "zod";
import { type FiatCurrency, fiatCurrencies } from "@/lib/rates/fiat-currency.rules";
import { help } from "../help";
import { serviceAddress } from "../urls";
import { credential } from "../values";

const currencyList = z.string().transform((value, context): readonly FiatCurrency[] => {
  const codes = value.split(",").map((code) => code.trim());
  const unknown = codes.filter((code) => !fiatCurrencies.some((known) => known.code === code));
  if (unknown.length === 0) return fiatCurrencies.filter(({ code }) => codes.includes(code));
  const known = fiatCurrencies.map(({ code }) => code).join(", ");
  context.addIssue({ code: "custom", message: `has ${unknown.join(", ")}; the service knows ${known}` });
  return z.NEVER;
});

export const priceSettings = z.object({
  FIAT_CURRENCIES: currencyList.default(fiatCurrencies).register(help, {
    meaning: "codes separated by commas, to offer fewer than the service knows: `USD,EUR`",
    preset: "all",
  }),
  COINGECKO_API_KEY: credential.optional().register(help, { meaning: "a key for CoinGecko" }),
  COINGECKO_URL: serviceAddress("http")
    .default("https://api.coingecko.com/api/v3")
    .register(help, { meaning: "address of CoinGecko's rates" }),
  COINBASE_URL: serviceAddress("http")
    .default("https://api.coinbase.com/v2")
    .register(help, { meaning: "address of Coinbase's rates" }),
  KRAKEN_URL: serviceAddress("http")
    .default("https://api.kraken.com/0/public")
    .register(help, { meaning: "address of Kraken's rates" }),
});
