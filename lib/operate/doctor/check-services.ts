import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { outgoingOwners } from "@/lib/api/wiring/stores";
import { readWalletDuties } from "@/lib/books/retire-wallet.store";
import { readGasLeft } from "@/lib/books/service-status";
import { perChain } from "@/lib/chain/chains.rules";
import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { formatCoins, nativeCurrencyOf } from "@/lib/chain/native-currency.rules";
import { createChainSender, createLocalSigner } from "@/lib/chain/sender/chain-sender.chain";
import { createOutgoingStore } from "@/lib/chain/sender/outgoing/outgoing.store";
import { verifyWebhook } from "@/lib/generated/client/verify-webhook";
import { verifySmtp } from "@/lib/letters/smtp-sender";
import { createSystemClock } from "@/lib/platform/clock";
import { createDatabase, type Database } from "@/lib/platform/database";
import { databaseFault } from "@/lib/platform/postgres/faults.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { loadPictureLibrary } from "@/lib/projects/looks/change-looks";
import { missingPairs } from "@/lib/rates/ask-for-pairs";
import { ratedCoins } from "@/lib/rates/coin-prices";
import { createProviders } from "@/lib/rates/providers";
import type { Env } from "@/lib/settings/env";
import { createWebhookSender, newWebhookSecret } from "@/lib/webhooks/sender/webhook-sender";
import { hasConvenientProject, readOtherWallets } from "./database-facts.store";
import { createFindings, type Finding, type IsGiven, reasonOf } from "./finding";

const fewDays = 14;
const tooFewDays = 3;

/** Whether the service's wallets can pay for gas, and for how long. */
export async function checkWallets(env: Env, databaseUrl: string): Promise<Finding[]> {
  const { all, ok, warn, fault } = createFindings("wallets");
  const database = createDatabase(databaseUrl, { maxConnections: 1 });
  const { operatorKey, refundKey } = env.walletKeys;
  const senderWith = (privateKey: Hex) => {
    const signer = createLocalSigner(privateKey);
    return perChain(env.CHAINS, (chain) =>
      createChainSender({ ...chain, signer, factoryAddress: depositAddresses.factory }),
    );
  };
  try {
    const wallets = await readGasLeft({
      clock: createSystemClock(),
      chains: env.CHAINS,
      outgoing: createOutgoingStore(database, outgoingOwners),
      sender: senderWith(operatorKey),
      refundSender: refundKey === null ? () => null : senderWith(refundKey),
    });
    const refundWallet = refundKey === null ? null : createLocalSigner(refundKey).address;
    const isNeeded = refundWallet === null || (await needsRefundWallet(database, refundWallet));
    for (const { chainId, wallet, address, balanceWei, days } of wallets) {
      const whose = `The ${wallet} wallet ${address}`;
      const coin = nativeCurrencyOf(env.CHAINS, chainId);
      const has = `has ${formatCoins(balanceWei, coin)} on ${nameOf(chainId)}`;
      const send = `Send it some ${coin.symbol}: ${address}`;
      if (wallet === "refund" && !isNeeded)
        ok(`${whose} ${has}. It needs none now: no project is convenient, and no deposit needs this wallet.`);
      else if (balanceWei === 0n)
        fault(`${whose} has no ${coin.symbol} for gas on ${nameOf(chainId)}.`, send);
      else if (days !== null && days < tooFewDays) fault(`${whose} ${has}: gas for ${days} days.`, send);
      else if (days !== null && days < fewDays) warn(`${whose} ${has}: gas for ${days} days.`, send);
      else ok(`${whose} ${has}${days === null ? "" : `: gas for ${Math.floor(days)} days`}.`);
    }
    const own = [operatorKey, ...(refundKey === null ? [] : [refundKey])];
    const addresses = own.map((key) => createLocalSigner(key).address);
    for (const { address, transactions } of await readOtherWallets(database, addresses))
      warn(
        `Another wallet, ${address}, has transactions that are not final yet: ${transactions}.`,
        "If its key was replaced, run npm run rotate-wallet-key with the old key.",
      );
    for (const { chainId, name } of env.CHAINS)
      if (!wallets.some((wallet) => wallet.chainId === chainId))
        warn(
          `We couldn't read the wallets' balances on ${name}.`,
          "No node returned them. See the lines of this chain.",
        );
  } catch (error) {
    const cause = databaseFault(error)?.says ?? `${reasonOf(error)}.`;
    warn(`We couldn't read what the wallets spend. ${cause}`, "See the lines of the database.");
  } finally {
    await database.close();
  }
  return all;

  function nameOf(chainId: number): string {
    return env.CHAINS.find((chain) => chain.chainId === chainId)?.name ?? `chain ${chainId}`;
  }
}

/** Whether a refund or sweep by this wallet may come: of a later checkout, or of one that exists. */
async function needsRefundWallet(database: Database, wallet: Hex): Promise<boolean> {
  if (await hasConvenientProject(database)) return true;
  const { payable, deposits, openOn } = await readWalletDuties(database, wallet);
  return payable > 0 || deposits.length > 0 || openOn.length > 0;
}

/** Whether enough providers return exchange rates: a rate counts only when another agrees. */
export async function checkRates(env: Env, isGiven: IsGiven): Promise<Finding[]> {
  const { all, ok, warn, fault } = createFindings("rates");
  if (env.DEMO_FIXED_RATES !== undefined) {
    ok("DEMO_FIXED_RATES sets them.");
    return all;
  }
  const providers = createProviders(env, createSystemClock(), ratedCoins(env.CHAINS));
  const fetched = await Promise.allSettled(providers.map((provider) => provider.fetch()));
  const serving = fetched.filter(
    ({ status }, at) => status === "fulfilled" && !providers[at]?.isReference,
  ).length;
  for (const [index, answer] of fetched.entries()) {
    const { name = "a provider", pairs = [], isReference = false } = providers[index] ?? {};
    const setting = `${name.toUpperCase()}_URL`;
    const todo = `Let this machine connect to it${isGiven(setting) ? `, or correct ${setting}` : ""}.`;
    const missing = answer.status === "fulfilled" ? missingPairs({ pairs }, answer.value) : [];
    if (missing.length > 0)
      warn(
        `${name} lacks ${missing.join(", ")}.`,
        "It works as long as two other providers have them. The service tries again each hour.",
      );
    else if (answer.status === "fulfilled")
      ok(`${name} returns ${isReference ? "its rates of the day" : "all of them"}.`);
    else if (serving < 2 && !isReference)
      fault(`${name} returns no rates: ${reasonOf(answer.reason)}.`, todo);
    else warn(`${name} returns no rates: ${reasonOf(answer.reason)}.`, todo);
  }
  return all;
}

/** Whether the mail server takes us. Nothing is sent. */
export async function checkMail(
  { SMTP_URL, OPERATOR_EMAIL, BASE_URL }: Env,
  ca?: string,
): Promise<Finding[]> {
  const { all, ok, warn, fault } = createFindings("mail");
  if (SMTP_URL === undefined) {
    warn(
      "The service sends no e-mails.",
      "Set SMTP_URL and MAIL_FROM, so that people get reset links and you get incidents by e-mail.",
    );
    return all;
  }
  const refusal = await verifySmtp(SMTP_URL, new URL(BASE_URL).hostname, ca);
  if (refusal === null) ok(`${SMTP_URL.host} accepts our e-mails.`);
  else
    fault(
      `${SMTP_URL.host} refuses our e-mails: ${refusal}.`,
      "Check host, port, user and password in SMTP_URL. Use smtps:// for TLS from the start, smtp:// for STARTTLS.",
    );
  if (OPERATOR_EMAIL === undefined) warn("No one gets incidents by e-mail.", "Set OPERATOR_EMAIL.");
  return all;
}

/** Whether logos and previews can be drawn: the picture library has native code. */
export async function checkPictures(): Promise<Finding[]> {
  const { all, ok, warn } = createFindings("pictures");
  try {
    await loadPictureLibrary();
    ok("Logos and previews of payment links can be drawn.");
  } catch (error) {
    warn(
      `Logos are refused and payment links have no preview: ${reasonOf(error)}.`,
      "Everything else works. Give the machine a processor type with SSE4.2 (x86-64-v2), or run npm ci on it again.",
    );
  }
  return all;
}

/** Sends a signed webhook to a server of our own, which verifies it as a merchant would. */
export async function checkWebhook({
  WEBHOOK_ALLOW_HOSTS,
}: Pick<Env, "WEBHOOK_ALLOW_HOSTS">): Promise<Finding[]> {
  const { all, ok, fault } = createFindings("webhooks");
  const opened = WEBHOOK_ALLOW_HOSTS.map(({ text }) => text).join(", ");
  ok(
    opened === ""
      ? "They reach public addresses only. WEBHOOK_ALLOW_HOSTS is empty."
      : `Besides public addresses they reach: ${opened}.`,
  );
  const secret = newWebhookSecret(randomBytes);
  let received = "nothing";
  const echo = createServer((request, response) => {
    void text(request).then(async (body) => {
      try {
        await verifyWebhook(body, request.headers, secret);
        received = "verified";
      } catch (error) {
        received = reasonOf(error);
      }
      response.end("ok");
    });
  });
  const sender = createWebhookSender({ allowPrivateLoopback: true, ownOrigins: [] });
  try {
    await new Promise<void>((resolve, reject) => {
      echo.once("error", reject);
      echo.listen(0, "127.0.0.1", resolve);
    });
    const url = `http://127.0.0.1:${(echo.address() as AddressInfo).port}/hook`;
    const body = JSON.stringify({ type: "doctor" });
    const answer = await sender.post({
      url,
      eventId: "evt_doctor",
      body,
      secrets: [secret],
      at: new Date(),
      timeoutMs: 5_000,
    });
    if (answer.kind === "answered" && received === "verified")
      ok("A test webhook was sent, signed and verified.");
    else
      fault(
        `A webhook to this machine failed: ${answer.kind === "failed" ? answer.error : received}.`,
        "Check for a firewall or a proxy setting that blocks connections on this machine.",
      );
  } finally {
    await sender.close();
    echo.closeAllConnections();
    await new Promise((resolve) => echo.close(resolve));
  }
  return all;
}

/** Whether the Inngest server answers, where there is one. */
export async function checkInngest(baseUrl: string | null, isSet: boolean): Promise<Finding[]> {
  const { all, ok, fault } = createFindings("inngest");
  if (!isSet) ok("The instances run the background work themselves.");
  else if (baseUrl === null) ok("Inngest Cloud runs the background work.");
  else
    try {
      const { status } = await fetch(new URL("/health", baseUrl), { signal: AbortSignal.timeout(5_000) });
      if (status === 200) ok(`${baseUrl} answers.`);
      else fault(`${baseUrl} returned ${status}.`, "Check INNGEST_BASE_URL and the Inngest server's log.");
    } catch (error) {
      fault(
        `${baseUrl} doesn't respond: ${reasonOf(error)}.`,
        "Start the Inngest server, or fix INNGEST_BASE_URL. Until then, the instances run the work themselves.",
      );
    }
  return all;
}
