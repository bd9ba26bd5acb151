import { escapeText } from "@/lib/platform/values/text.rules";

/**
 * Why a database can't be used, in a sentence, and the way out in another. `own` is the way out for the built-in
 * PostgreSQL, where it isn't a restart.
 */
export type DatabaseFault = { says: string; todo: string; own?: string | undefined };

/** A connection failed, or the database isn't one that the service can use. The message says what to do. */
export class DatabaseUnusable extends Error implements DatabaseFault {
  override readonly name: string = "DatabaseUnusable";
  readonly says: string;
  readonly todo: string;
  readonly own: string | undefined;

  constructor({ says, todo, own }: DatabaseFault, options?: ErrorOptions) {
    super(`${says} ${todo}`, options);
    this.says = says;
    this.todo = todo;
    this.own = own;
  }
}

/** From an error or one of its causes: a code of PostgreSQL or Node, its message, and the address. */
type Facts = { code: string; words: string; place: string; host: string };

type Cause = {
  /** Codes of PostgreSQL (SQLSTATE) or Node. */
  codes?: readonly string[];
  /** The server's or driver's words, if the codes don't decide. */
  words?: RegExp;
  says: (facts: Facts) => string;
} & Omit<DatabaseFault, "says">;

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
const quoted = ({ words }: Facts) => sentence(`${words.charAt(0).toUpperCase()}${words.slice(1)}`);

/** How a service with the built-in PostgreSQL gets another database. */
export const newOwnDatabase =
  "Set DATA_ROOT to another folder: the built-in PostgreSQL creates a new database there.";

export const readOnlyDatabase = {
  says: "The database is read-only.",
  todo: "Set DATABASE_URL to the primary, not to a replica, and check default_transaction_read_only of the user and database.",
  own: "Remove default_transaction_read_only from app/postgres/postgresql.conf below DATA_ROOT (.data), and from its user and database.",
} satisfies DatabaseFault;

/** What pg says, and Prisma where a transaction begins. */
const noConnection =
  /timeout exceeded when trying to connect|Unable to start a transaction in the given time/;

/** From the particular to the general: the first that fits is shown. */
const causes: readonly Cause[] = [
  // Poolers
  {
    words: /unsupported startup parameter/,
    says: quoted,
    todo: "Remove that parameter from DATABASE_URL and set it for the user with ALTER ROLE, or add it to the pooler's ignore_startup_parameters.",
  },
  {
    words: /^no such (?:database|user)|Tenant or user not found/i,
    says: ({ words }) => `The pooler answers: ${sentence(words)}`,
    todo: "Correct user and database in DATABASE_URL, or add them to the pooler's settings. Supabase's users are postgres.PROJECT.",
  },
  {
    words: /query_wait_timeout|no more connections allowed|max_client_conn|max clients reached|MaxClients/i,
    says: () => "The pooler has no free connection.",
    todo: "Raise the pooler's limits (PgBouncer: default_pool_size, max_client_conn), or lower DATABASE_POOL_SIZE.",
  },
  {
    words:
      /server_login_retry|server login (?:has been )?fail|server conn crashed|cannot connect to server|connect failed/i,
    says: ({ words }) => `The pooler can't reach its database: ${sentence(words)}`,
    todo: "Check that PostgreSQL runs, and the address and password in the pooler's settings.",
  },
  // Access
  {
    words: /no encryption|SSL off|connection is insecure|SSL connection is required/i,
    says: () => "The database accepts only TLS connections.",
    todo: "Add ?sslmode=verify-full to DATABASE_URL, and sslrootcert=FILE if the provider has an authority of its own (docs/operators/database.md).",
  },
  {
    words: /pg_hba\.conf/,
    says: quoted,
    todo: "Add a line for this user, database and machine to PostgreSQL's pg_hba.conf, or allow this machine at your provider.",
  },
  {
    words: /client password must be a/,
    says: () => "The database asks for a password.",
    todo: "Put it into DATABASE_URL: postgresql://USER:PASSWORD@HOST:5432/DATABASE.",
  },
  {
    codes: ["28P01", "28000"],
    words:
      /password authentication failed|authentication failed|role .* does not exist|not permitted to log in/i,
    says: quoted,
    todo: "Correct user and password in DATABASE_URL. In a password, percent-encode all characters except letters and digits.",
    own: "Stop the service, remove app/postgres.json below DATA_ROOT (.data), and start it again: it sets a new password.",
  },
  {
    codes: ["3D000"],
    says: quoted,
    todo: "Create it (CREATE DATABASE name OWNER user), or correct the name at the end of DATABASE_URL.",
  },
  {
    codes: ["42501"],
    says: ({ words }) => `The database user has too few rights: ${sentence(words)}`,
    todo: "Make the user of DATABASE_URL the owner of the database and of its tables: ALTER DATABASE name OWNER TO user.",
  },
  {
    codes: ["53300"],
    says: () => "The database has no free connection.",
    todo: "Raise PostgreSQL's max_connections, or lower DATABASE_POOL_SIZE: each instance has its own pool.",
  },
  {
    words: noConnection,
    says: () => "All connections of this process are in use.",
    todo: "Raise DATABASE_POOL_SIZE, if PostgreSQL's max_connections allows it.",
  },
  // The database's state
  {
    codes: ["57P03", "57P01", "57P02"],
    words: /not currently accepting connections/,
    says: ({ words }) => `The database doesn't accept connections now: ${sentence(words)}`,
    todo: "Wait until it has started, and try again.",
  },
  {
    codes: ["25006"],
    ...readOnlyDatabase,
    says: () => readOnlyDatabase.says,
  },
  {
    codes: ["53100"],
    says: () => "The database's disk is full.",
    todo: "Free space or enlarge the disk, then try again.",
  },
  {
    codes: ["3F000"],
    says: () => "The database user has no schema: none in its search_path exists.",
    todo: "Create the schema, or set another: ALTER ROLE user SET search_path = public.",
  },
  {
    codes: ["55P03"],
    says: () => "Another process has held a lock in the database for too long.",
    todo: "Wait until the other instance has started, or end the session that holds the lock, and try again.",
  },
  {
    codes: ["42P07", "42710", "42723"],
    says: ({ words }) => `The database has another program's tables: ${sentence(words)}`,
    todo: "Set DATABASE_URL to an empty database.",
    own: newOwnDatabase,
  },
  {
    codes: ["42P01", "42703"],
    says: ({ words }) => `The database doesn't have this release's tables: ${sentence(words)}`,
    todo: "npm start applies the migrations. If the database is newer, use the release that it belongs to.",
  },
  // TLS
  {
    words: /does not support SSL connections|sslmode value "require" invalid/i,
    says: () => "The database doesn't offer TLS, and DATABASE_URL demands it.",
    todo: "Turn on ssl in PostgreSQL (or client_tls_sslmode in PgBouncer), or, on a network of your own, set sslmode=disable.",
  },
  {
    codes: [
      "SELF_SIGNED_CERT_IN_CHAIN",
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      "UNABLE_TO_GET_ISSUER_CERT",
      "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
    ],
    says: ({ code }) =>
      `The database's certificate comes from an authority that is not known here (${code}).`,
    todo: "Save the authority's certificate and add sslrootcert=/path/to/ca.pem to DATABASE_URL (docs/operators/database.md).",
  },
  {
    codes: ["ERR_TLS_CERT_ALTNAME_INVALID"],
    says: ({ words }) => `The database's certificate is for another name: ${sentence(words)}`,
    todo: "Use a host name that the certificate has. If it names none, as at Cloud SQL: uselibpqcompat=true&sslmode=verify-ca&sslrootcert=FILE.",
  },
  {
    codes: ["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"],
    says: ({ words }) => `The database's certificate is not valid now: ${sentence(words)}`,
    todo: "Renew it on the database server, and check this machine's clock.",
  },
  {
    words: /establishing an SSL connection|SSL routines|tlsv1|ssl3_/i,
    says: ({ words }) => `TLS with the database failed: ${sentence(words)}`,
    todo: "Check sslmode, sslrootcert, sslcert and sslkey in DATABASE_URL, and the TLS versions that the database allows.",
  },
  // The way there
  {
    codes: ["ECONNREFUSED"],
    says: ({ place }) => `Nothing accepts connections${place} (ECONNREFUSED).`,
    todo: "Start PostgreSQL, or correct host and port in DATABASE_URL.",
  },
  {
    codes: ["ENOTFOUND", "EAI_AGAIN"],
    says: ({ host, code }) => `The database's host name${host} is not known (${code}).`,
    todo: "Correct the host in DATABASE_URL, or this machine's DNS.",
  },
  {
    codes: ["ENOENT"],
    says: ({ place }) => `There is no socket of PostgreSQL${place} (ENOENT).`,
    todo: "Correct host in DATABASE_URL: it is the folder that holds the socket .s.PGSQL.5432.",
  },
  {
    codes: ["EACCES", "EPERM"],
    says: ({ place, code }) => `This user may not open the database's socket${place} (${code}).`,
    todo: "Let this user read and write the socket and pass its folder.",
  },
  {
    codes: ["ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"],
    words: /timeout expired|due to connection timeout/,
    says: ({ place }) => `The database doesn't answer${place}.`,
    todo: "Check host and port in DATABASE_URL, and that firewalls and the provider's list of allowed addresses let this machine through.",
  },
  {
    words: /Received invalid response|Unexpected message|unknown message/i,
    says: () => "The program at this address doesn't speak PostgreSQL's protocol.",
    todo: "Correct host and port in DATABASE_URL.",
  },
  {
    codes: ["ECONNRESET", "EPIPE"],
    words: /Connection terminated|connection ended/i,
    says: () => "The database closed the connection.",
    todo: "Look into the log of PostgreSQL or of the pooler for the reason, and try again.",
  },
];

/** The cause of a database's error with the way out; null for an error that is not a database's. */
export function databaseFault(error: unknown): DatabaseFault | null {
  const chain = chainOf(error);
  return (
    chain.find((link): link is DatabaseUnusable => link instanceof DatabaseUnusable) ??
    causeOf(chain.filter(isOfDatabase))
  );
}

/** The same in one line, for the database of DATABASE_URL or for the built-in one. */
export function databaseAdvice(error: unknown, isOwn: boolean): string | null {
  const fault = databaseFault(error);
  if (fault === null) return null;
  const { says, todo } = isOwn ? ofOwnDatabase(fault) : fault;
  return escapeText(`${says} ${todo}`);
}

/** The same fault of the built-in PostgreSQL: no setting names it, and no pooler is in between. */
export function ofOwnDatabase({ says, todo, own }: DatabaseFault): DatabaseFault {
  return { says, todo: own ?? (/DATABASE_URL|pooler/.test(todo) ? restart : todo) };
}

const restart =
  "Start the service again (npm start, or npm run demo): the built-in PostgreSQL runs only while it does. If PostgreSQL can't start, the service's output has the reason.";

/** The same fault of the database that another setting names. */
export function ofDirectUrl<T extends DatabaseFault>({ says, todo }: T): DatabaseFault {
  const rename = (text: string) => text.replaceAll("DATABASE_URL", "DATABASE_DIRECT_URL");
  return { says: rename(says), todo: rename(todo) };
}

/** Why a connection failed. */
export function connectionFault(error: unknown): DatabaseFault {
  const chain = chainOf(error);
  const words = factsOf(chain.at(-1)).words;
  return (
    causeOf(chain) ?? {
      says: `The database can't be used: ${sentence(words)}`,
      todo: "Check host, port, user, password and database in DATABASE_URL, and that this machine can connect.",
    }
  );
}

function causeOf(chain: readonly unknown[]): DatabaseFault | null {
  for (const facts of chain.map(factsOf)) {
    const cause = causes.find(({ codes, words }) => codes?.includes(facts.code) || words?.test(facts.words));
    if (cause !== undefined) return { says: cause.says(facts), todo: cause.todo, own: cause.own };
  }
  return null;
}

const maxDepth = 8;

/** An error and its causes, also those that Prisma and Node's AggregateError hide. */
function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let link = error; link !== undefined && link !== null && chain.length < maxDepth; ) {
    chain.push(link);
    link =
      field(link, "cause") ??
      field(field(link, "meta"), "driverAdapterError") ??
      firstOf(field(link, "errors"));
  }
  return chain;
}

/** PostgreSQL's errors have a severity, Prisma's copies an original code, and the drivers' own words are known. */
function isOfDatabase(link: unknown): boolean {
  return (
    typeof field(link, "severity") === "string" ||
    typeof field(link, "originalCode") === "string" ||
    /^Connection terminated/.test(factsOf(link).words) ||
    noConnection.test(factsOf(link).words)
  );
}

function factsOf(link: unknown): Facts {
  const text = (name: string) => {
    const value = field(link, name);
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  };
  const [address, port] = [text("address"), text("port")];
  return {
    code: text("originalCode") || text("code"),
    words: (text("originalMessage") || text("message") || String(link)).split("\n")[0] ?? "",
    place: address === "" ? "" : ` at ${address}${port === "" ? "" : `:${port}`}`,
    host: text("hostname") === "" ? "" : ` ${text("hostname")}`,
  };
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}
