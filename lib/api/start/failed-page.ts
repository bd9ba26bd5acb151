import type { IncomingMessage, ServerResponse } from "node:http";
import { describeLanguage } from "@/lib/platform/i18n/language.rules";
import { siteTroubleWords, troubleWords } from "@/lib/platform/incidents/trouble-words.rules";
import { askedLanguage } from "./page-locale";
import { smallPage } from "./small-page";

const secondsUntilLook = 5;

/** What Next says of the document that it would have sent. */
const headersOfDocument = ["content-encoding", "content-length", "etag", "link"];

/**
 * Puts a page of our own in the place of every one that could not be drawn (the database is gone). Next's document for
 * that is empty, and its scripts fill it: anyone who has none, or does not get them, would see nothing at all.
 *
 * @param request as `setPageLocale` leaves it
 * @param nonce which the answer's policy names
 */
export function replaceFailedPage(request: IncomingMessage, response: ServerResponse, nonce: string): void {
  const writeHead = response.writeHead.bind(response) as (
    status: number,
    ...rest: unknown[]
  ) => ServerResponse;
  const write = response.write.bind(response) as (...args: unknown[]) => boolean;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  let isReplaced = false;

  const begin = (status: number, ...rest: unknown[]) => {
    if (status < 500) return writeHead(status, ...rest);
    isReplaced = true;
    for (const name of headersOfDocument) response.removeHeader(name);
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.setHeader("cache-control", "no-store");
    return writeHead(status);
  };
  // Node begins an answer through these methods too; what has been put around them since is asked first.
  const hasBegun = () => response.headersSent || response.writeHead(response.statusCode);
  const swallow = (args: unknown[]) => {
    const done = args.find((argument) => typeof argument === "function");
    if (done !== undefined) process.nextTick(done as () => void);
  };
  Object.assign(response, {
    writeHead: begin,
    write: (...args: unknown[]) => {
      hasBegun();
      if (!isReplaced) return write(...args);
      swallow(args);
      return true;
    },
    end: (...args: unknown[]) => {
      hasBegun();
      if (!isReplaced) return end(...args);
      swallow(args);
      return response.writableEnded ? response : end(failedPage(request, nonce));
    },
  });
}

function failedPage({ url = "/", headers }: IncomingMessage, nonce: string): string {
  const [, family] = /^\/([clr])\//.exec(url) ?? [];
  const language = family === undefined ? "en" : askedLanguage(headers);
  const ofCustomers = troubleWords[language][family === "r" ? "refund" : "checkout"];
  const { title, hint, tryAgain } = family === undefined ? siteTroubleWords : ofCustomers;
  return smallPage({
    language: describeLanguage(language).tag,
    title,
    text: hint,
    tryAgain,
    nonce,
    afterSeconds: secondsUntilLook,
    promised: false,
  });
}
