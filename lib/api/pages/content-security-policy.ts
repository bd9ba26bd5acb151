// What browsers may do with our answers (docs/decisions/019-content-security-policy.md).

type PageSources = {
  /** Of this answer alone; on scripts and styles that the server itself wrote into the page. */
  nonce: string;
  /** Reload in development evaluates text as code and writes styles of its own. */
  dev: boolean;
};

/**
 * Where money is paid: only scripts that carry the answer's nonce, and what those load.
 *
 * @param frameAncestors origins of pages that may show this one in a frame; none by default
 * @param relay origin by which wallets on other devices are reached; null where they are not
 */
export function paymentPolicy({
  nonce,
  dev,
  frameAncestors,
  relay = null,
}: PageSources & { frameAncestors: readonly string[]; relay?: string | null }): string {
  return join({
    "script-src": [`'nonce-${nonce}'`, "'strict-dynamic'", ...(dev ? ["'unsafe-eval'"] : [])],
    ...shared({ nonce, dev }),
    "connect-src": ["'self'", ...(relay !== null && isRelay(relay) ? [relay] : [])],
    "form-action": ["'self'"],
    "frame-ancestors": frameAncestors.some(isHostSource) ? frameAncestors.filter(isHostSource) : ["'none'"],
  });
}

/**
 * Landing page, documentation and demo shop.
 *
 * @param formTargets origins to which a form's answer may lead, besides its own
 */
export function sitePolicy({
  nonce,
  dev,
  formTargets,
}: PageSources & { formTargets: readonly string[] }): string {
  const inline = dev ? ["'unsafe-inline'", "'unsafe-eval'"] : [`'nonce-${nonce}'`];
  return join({
    "script-src": ["'self'", ...inline],
    ...shared({ nonce, dev }),
    // The shop shows the payment page in its dialog.
    "frame-src": ["'self'", ...formTargets],
    "form-action": ["'self'", ...formTargets],
    "frame-ancestors": ["'none'"],
  });
}

function shared({ nonce, dev }: PageSources): Record<string, string[]> {
  return {
    // A nonce would make browsers ignore the other.
    "style-src": ["'self'", dev ? "'unsafe-inline'" : `'nonce-${nonce}'`],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "base-uri": ["'none'"],
  };
}

function join(directives: Record<string, readonly string[]>): string {
  const all = Object.entries({ "default-src": ["'none'"], ...directives });
  return all.map(([name, sources]) => `${name} ${sources.join(" ")}`).join("; ");
}

/** The policy's grammar knows no IPv6 address; and nothing else may ever end a directive. */
function isHostSource(origin: string): boolean {
  return /^https?:\/\/[a-z0-9._-]+(?::\d{1,5})?$/.test(origin);
}

function isRelay(origin: string): boolean {
  return isHostSource(origin.replace(/^ws/, "http"));
}
