import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A provider's answer about a person. */
type Told = { claims: Record<string, unknown>; profile: object; emails: object[] };

export type OauthServers = {
  /** Google and GitHub at one address. */
  url: string;
  told: Told;
  /** The person says yes on the provider's page. @returns where the provider sends the browser */
  consent(authorizeUrl: string): URL;
  stop(): Promise<void>;
};

type Grant = { challenge: string | null; nonce: string | null; clientId: string | null };

/**
 * Google (OpenID Connect) and GitHub (OAuth 2) on the loopback interface, as strict as they are: a code is good once,
 * for the client that asked and with its verifier (RFC 7636).
 */
export async function startOauthServers(): Promise<OauthServers> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const grants = new Map<string, Grant>();

  const idToken = ({ nonce, clientId }: Grant) => {
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: servers.url,
      aud: clientId,
      iat: now,
      exp: now + 300,
      nonce,
      ...servers.told.claims,
    };
    const text = [{ alg: "RS256", kid: "1" }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".");
    return `${text}.${sign("sha256", Buffer.from(text), privateKey).toString("base64url")}`;
  };
  const tokens = async (request: IncomingMessage) => {
    const form = new URLSearchParams(await textOf(request));
    const grant = grants.get(form.get("code") ?? "");
    grants.delete(form.get("code") ?? "");
    const verifier = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const basic = Buffer.from(request.headers.authorization?.split(" ")[1] ?? "", "base64").toString();
    if (grant === undefined || grant.challenge !== verifier || basic !== `${grant.clientId}:secret`)
      return { error: "invalid_grant" };
    return { access_token: "token", token_type: "bearer", id_token: idToken(grant) };
  };
  const answers: Record<string, (request: IncomingMessage) => unknown> = {
    "/.well-known/openid-configuration": () => ({
      issuer: servers.url,
      authorization_endpoint: `${servers.url}/authorize`,
      token_endpoint: `${servers.url}/token`,
      jwks_uri: `${servers.url}/keys`,
    }),
    "/keys": () => ({
      keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1", use: "sig", alg: "RS256" }],
    }),
    "/token": tokens,
    "/login/oauth/access_token": async (request) => {
      const { id_token: _, ...rest } = (await tokens(request)) as { id_token?: string };
      return rest;
    },
    "/user": () => servers.told.profile,
    "/user/emails": () => servers.told.emails,
  };
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ""];
    if (answer === undefined) return void response.writeHead(404).end();
    void Promise.resolve(answer(request)).then((body) => {
      const failed = typeof body === "object" && body !== null && "error" in body;
      response.writeHead(failed ? 400 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  const servers: OauthServers = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    told: { claims: {}, profile: {}, emails: [] },
    consent: (authorizeUrl) => {
      const { searchParams: asked } = new URL(authorizeUrl);
      const code = randomBytes(16).toString("hex");
      grants.set(code, {
        challenge: asked.get("code_challenge"),
        nonce: asked.get("nonce"),
        clientId: asked.get("client_id"),
      });
      const back = new URL(asked.get("redirect_uri") ?? "");
      back.searchParams.set("code", code);
      back.searchParams.set("state", asked.get("state") ?? "");
      return back;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return servers;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
