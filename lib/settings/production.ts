import { localChainIds } from "@/lib/chain/chains.rules";
import { parseUrl } from "@/lib/platform/values/url.rules";
import type { Settings } from "./schema";
import { secretRefusals } from "./secrets";
import { demoSettings } from "./sections/service";
import { type SettingsFault, wrongSetting } from "./variables";
import { type WalletKeys, walletKeyRefusals } from "./wallet-keys";

/** Why production refuses these settings. */
export function productionRefusals(given: Settings, keys: WalletKeys): SettingsFault[] {
  const local = given.CHAINS.map(({ chainId }) => chainId).filter((chainId) => localChainIds.has(chainId));
  const remove = "remove it: it is for the demo and tests";
  const isHttps = (url: string) => url.startsWith("https://");
  const privateReceivers = "remove it. To reach receivers that are not public, set WEBHOOK_ALLOW_HOSTS";
  return [
    ...(isHttps(given.BASE_URL ?? "")
      ? []
      : [wrongSetting("BASE_URL", "BASE_URL must be the https origin of the service")]),
    ...(given.CHECKOUT_PAGE_URL === undefined || isHttps(given.CHECKOUT_PAGE_URL)
      ? []
      : [
          wrongSetting("CHECKOUT_PAGE_URL", "CHECKOUT_PAGE_URL must be the https origin of the payment page"),
        ]),
    ...(local.length > 0
      ? [
          {
            says: `CHAINS names local chains (${local.join(", ")})`,
            todo: "remove them: they are for the demo and tests",
          },
        ]
      : []),
    ...(parseUrl(given.WALLETCONNECT_RELAY_URL)?.protocol === "ws:"
      ? [{ says: "WALLETCONNECT_RELAY_URL must be a wss:// address", todo: null }]
      : []),
    ...demoNames
      .filter((name) => isSet(name, given[name]))
      .map((name) => ({
        says: `${name} must not be set`,
        todo: name === "WEBHOOK_ALLOW_PRIVATE" ? privateReceivers : remove,
      })),
    ...walletKeyRefusals(given, keys),
    ...secretRefusals(given, keys),
  ];
}

const demoNames = Object.keys(demoSettings.shape) as (keyof typeof demoSettings.shape)[];

function isSet(name: string, value: unknown): boolean {
  if (name === "INNGEST_DEV") return typeof value === "string" && !/^(0|false)$/i.test(value);
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
}
