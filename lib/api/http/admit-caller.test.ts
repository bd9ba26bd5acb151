import { beforeEach, describe, expect, test, vi } from "vitest";
import type { KeyAdmission, KeyAdmissions } from "@/lib/api/limits/key-admission.store";
import { type ApiKeyKind, formatApiKey } from "@/lib/projects/keys/api-key.rules";
import { hashApiKey } from "@/lib/projects/keys/project-keys.store";
import type { KeyHolder } from "@/lib/projects/project.store";
import { noon } from "@/lib/testing/builders";
import { admitCaller, keyFamilies } from "./admit-caller";
import type { Call } from "./note-request";

const serverKey = formatApiKey("server", new Uint8Array(32).fill(1));
const apiKey = formatApiKey("api", new Uint8Array(32).fill(2));
const strangers = {
  server: formatApiKey("server", new Uint8Array(32).fill(3)),
  api: formatApiKey("api", new Uint8Array(32).fill(4)),
};

const admit = vi.fn<KeyAdmissions["admit"]>();
const take = vi.fn();
const holders = new Map<string, ApiKeyKind>([
  [hashApiKey(serverKey), "server"],
  [hashApiKey(apiKey), "api"],
]);

beforeEach(() => {
  vi.clearAllMocks();
  admit.mockImplementation(async ({ keyHash }) => heldAs(holders.get(keyHash)));
  take.mockImplementation(async (limits: unknown[]) => ({
    admitted: true,
    states: limits.map(() => ({ remaining: 1, resetMs: 1_000 })),
  }));
});

/** The answer for a key of this kind; undefined for an unknown key. */
function heldAs(kind: ApiKeyKind | undefined, project: object = {}): KeyAdmission {
  if (kind === undefined) return { holder: null, admission: null, mosts: [] };
  const holder = { keyId: "key_1", kind, project: { id: "prj_1", ...project } } as KeyHolder;
  return { holder, admission: { admitted: true, states: [], retryAfterMs: 0 }, mosts: [] };
}

function callWith(key: string | null, params: Record<string, string> = { projectId: "prj_1" }): Call {
  return {
    deps: {
      keyAdmissions: { admit },
      clock: { now: () => noon },
      rateLimiter: { take },
      requestLimits: { failedKeysPerMinute: 30, publicIpPerMinute: 300 },
    },
    request: new Request("http://localhost/", key === null ? {} : { headers: { "x-api-key": key } }),
    params,
    requestId: "r",
    headers: new Headers(),
  } as unknown as Call;
}

const families = [
  [
    "server",
    keyFamilies.server,
    { own: serverKey, other: apiKey, unknown: strangers.server },
    ["SERVER_KEY_REQUIRED", "INVALID_KEY_TYPE", "PROJECT_NOT_FOUND"],
  ],
  [
    "project",
    keyFamilies.project,
    { own: apiKey, other: serverKey, unknown: strangers.api },
    ["UNAUTHORIZED", "FORBIDDEN", "UNAUTHORIZED"],
  ],
  [
    "sdk",
    keyFamilies.sdk,
    { own: apiKey, other: serverKey, unknown: strangers.api },
    ["AUTH_PROJECT_REQUIRED", "INVALID_KEY_TYPE", "AUTH_PROJECT_NOT_FOUND"],
  ],
] as const;

describe.each(families)("the %s family", (_, family, keys, [missing, wrongType, unknown]) => {
  const codeOf = (key: string | null) =>
    admitCaller(callWith(key), family).then(
      ({ id }) => id,
      ({ code }: { code: string }) => code,
    );

  test("answers the project of its key, which is found and counted at once", async () => {
    expect(await codeOf(keys.own)).toBe("prj_1");
    expect(admit).toHaveBeenCalledTimes(1);
    expect(admit.mock.calls[0]?.[0]).toMatchObject({ keyHash: hashApiKey(keys.own), kind: family.kind });
    expect(take).not.toHaveBeenCalled();
  });

  test("decides by presence and prefix before it looks anything up", async () => {
    for (const key of [null, ""]) expect(await codeOf(key)).toBe(missing);
    expect(await codeOf(keys.other)).toBe(wrongType);
    expect(admit).not.toHaveBeenCalled();
    expect(take).not.toHaveBeenCalled();
  });

  test("looks up no key that was mistyped, and counts it as a failed one", async () => {
    for (const key of [keys.own.slice(0, -1), `${keys.own}0`, "undefined"])
      expect(await codeOf(key)).toBe(unknown);
    expect(admit).not.toHaveBeenCalled();
    expect(take).toHaveBeenCalledTimes(3);
  });

  test("counts an unknown key, and reports when there are too many", async () => {
    expect(await codeOf(keys.unknown)).toBe(unknown);
    expect(take.mock.calls[0]?.[0]).toMatchObject([{ bucket: "failed-key:0.0.0.0", most: 30 }]);
    take.mockResolvedValueOnce({
      admitted: false,
      retryAfterMs: 1,
      states: [{ remaining: 0, resetMs: 1 }],
    });
    expect(await codeOf(keys.unknown)).toBe("RATE_LIMIT_EXCEEDED");
  });

  test("rejects a key whose kind differs from its prefix", async () => {
    admit.mockResolvedValueOnce(heldAs(keys.own === apiKey ? "server" : "api"));
    expect(await codeOf(keys.own)).toBe(unknown);
  });

  test("lets an error of the database be one", async () => {
    admit.mockRejectedValueOnce(new Error("no database"));
    await expect(admitCaller(callWith(keys.own), family)).rejects.toThrow("no database");
  });
});

describe("a bearer token", () => {
  const idOf = async (headers: Record<string, string>) => {
    const call = { ...callWith(null), request: new Request("http://localhost/", { headers }) };
    return admitCaller(call, keyFamilies.server).then(
      ({ id }) => id,
      ({ code }: { code: string }) => code,
    );
  };

  test("is read as a server key on the Server API", async () => {
    expect(await idOf({ authorization: `Bearer ${serverKey}` })).toBe("prj_1");
    expect(await idOf({ authorization: `bearer  ${serverKey}` })).toBe("prj_1");
    expect(await idOf({ authorization: `Bearer ${apiKey}` })).toBe("INVALID_KEY_TYPE");
    expect(await idOf({ authorization: `Bearer ${strangers.server}` })).toBe("PROJECT_NOT_FOUND");
  });

  test("is ignored beside x-api-key, or when it isn't a key of this service", async () => {
    expect(await idOf({ authorization: `Bearer ${strangers.server}`, "x-api-key": serverKey })).toBe("prj_1");
    for (const authorization of ["Bearer eyJhbGciOi", `Basic ${serverKey}`, serverKey])
      expect(await idOf({ authorization })).toBe("SERVER_KEY_REQUIRED");
  });

  test("is ignored on project-scoped and SDK endpoints", async () => {
    const call = {
      ...callWith(null),
      request: new Request("http://localhost/", { headers: { authorization: `Bearer ${apiKey}` } }),
    };
    await expect(admitCaller(call, keyFamilies.project)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expect(admitCaller(call, keyFamilies.sdk)).rejects.toMatchObject({ code: "AUTH_PROJECT_REQUIRED" });
  });
});

test("reports an API key of another project only when the key is known", async () => {
  const params = { projectId: "prj_2" };
  await expect(admitCaller(callWith(apiKey, params), keyFamilies.project)).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  await expect(admitCaller(callWith(strangers.api, params), keyFamilies.project)).rejects.toMatchObject({
    code: "UNAUTHORIZED",
  });
});

describe("a request with a valid key from a foreign origin", () => {
  test.each([
    ["server", serverKey],
    ["project", apiKey],
    ["sdk", apiKey],
  ] as const)("(%s) counts towards no limit, and its answer can't be read by the page", async (name, key) => {
    const project = { apiKeyUse: "BROWSER", allowedOrigins: ["https://shop.example"] };
    admit.mockResolvedValue({ ...heldAs(keyFamilies[name].kind, project), admission: null });
    const call = callWith(key);
    const headers = { "x-api-key": key, origin: "https://other.example" };
    const request = new Request("http://localhost/", { method: "POST", headers });
    await expect(admitCaller({ ...call, request }, keyFamilies[name])).rejects.toMatchObject({
      code: "ORIGIN_NOT_ALLOWED",
    });
    expect(take).not.toHaveBeenCalled();
    expect(call.headers.has("access-control-allow-origin")).toBe(false);
  });
});
