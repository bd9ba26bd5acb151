import { describe, expect, test } from "vitest";
import { completeSettings } from "@/lib/testing/settings";
import { misspeltSettings, misspeltWarning } from "./environment";

describe("a variable that is close to a setting", () => {
  test.each([
    ["OPERATOR_PRIVAT_KEY", "OPERATOR_PRIVATE_KEY"],
    ["OPERATOR_PRIVTAE_KEY", "OPERATOR_PRIVATE_KEY"],
    ["CHAIN", "CHAINS"],
    ["CHIANS", "CHAINS"],
    ["WEBHOOK_ALLOW_HOST", "WEBHOOK_ALLOW_HOSTS"],
    ["DATAKEY", "DATA_KEY"],
    ["BASE_URI", "BASE_URL"],
    ["database_url", "DATABASE_URL"],
    ["TRUSTED_PROXY_HOPS", "TRUST_PROXY_HOPS"],
    ["REFUND_KEYSTORE_PASSWORDFILE", "REFUND_KEYSTORE_PASSWORD_FILE"],
  ])("%s is reported with %s", (name, meant) => {
    expect(misspeltSettings({ ...completeSettings, [name]: "5ec4e7" })).toEqual([{ name, meant }]);
    expect(misspeltWarning({ name, meant })).toBe(`unknown setting ${name}; did you mean ${meant}?`);
    expect(misspeltSettings({ [name]: "" })).toEqual([]);
  });

  test("ignores variables of a system, a container or a library", () => {
    const others =
      "PATH HOME PWD OLDPWD USER LANG SHELL TERM TMPDIR HOSTNAME HOSTTYPE LOGNAME MAIL PS1 TZ CI EDITOR PAGER DISPLAY SHLVL _ NODE_ENV NODE_OPTIONS NODE_PATH NEXT_RUNTIME NEXTAUTH_URL NEXTAUTH_SECRET AUTH_URL AUTH_SECRET PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE POSTGRES_URL POSTGRES_PASSWORD POSTGRES_DB REDIS_URL SMTP_HOST SMTP_PORT DATA_DIR DATA_PATH APP_ENV APP_NAME APP_ROOT LOG_FORMAT LOG_FILE INNGEST_ENV INNGEST_API_BASE_URL INNGEST_EVENT_API_BASE_URL INNGEST_SERVE_HOST INNGEST_SERVE_PATH OTEL_EXPORTER_OTLP_TRACES_ENDPOINT OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_PROTOCOL OTEL_SERVICE_NAME KUBERNETES_PORT KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT HTTP_PROXY HTTPS_PROXY NO_PROXY SSH_TTY XDG_DATA_HOME npm_config_cache npm_package_name GITHUB_TOKEN GITHUB_ACTIONS GOOGLE_APPLICATION_CREDENTIALS";
    const environment = Object.fromEntries(others.split(" ").map((name) => [name, "x"]));
    expect(misspeltSettings({ ...completeSettings, ...environment })).toEqual([]);
  });
});
