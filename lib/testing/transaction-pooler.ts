import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { findFreePort } from "@/lib/platform/process/processes";

export type TransactionPooler = {
  /** The same database through the pooler. */
  databaseUrl: string;
  stop(): Promise<void>;
};

/**
 * A transaction pooler in front of a database: the program that PGBOUNCER_BIN names, else a stand-in with the rules of
 * PgBouncer 1.18. It refuses start-up parameters that it doesn't know, gives each transaction the server connection that
 * rested longest, and passes the names of prepared statements on.
 */
export async function startTransactionPooler(
  databaseUrl: string,
  connections = 3,
): Promise<TransactionPooler> {
  const program = process.env.PGBOUNCER_BIN;
  return program ? startPgBouncer(program, databaseUrl, connections) : startStandIn(databaseUrl, connections);
}

function through(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return url.href;
}

async function startPgBouncer(program: string, databaseUrl: string, connections: number) {
  const folder = await mkdtemp(path.join(tmpdir(), "checkout-pgbouncer-"));
  await chmod(folder, 0o755);
  const port = await findFreePort();
  const { hostname, port: serverPort, username, password } = new URL(databaseUrl);
  const file = path.join(folder, "pgbouncer.ini");
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
server_round_robin = 1
`,
  );
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child: ChildProcess = spawn(program, [...user, file], { stdio: "ignore" });
  const ended = once(child, "exit");
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${program} did not start with ${file}`);
    await sleep(20);
  }
  return {
    databaseUrl: through(databaseUrl, port),
    stop: async () => {
      child.kill("SIGINT");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  return new Promise((resolve) => {
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}

/** A connection to PostgreSQL, and whom it serves now. */
type Server = { socket: Socket; client: Session | null };
type Session = { socket: Socket; server: Server | null; waiting: Buffer[]; awaited: number };

const knownParameters = ["user", "database", "client_encoding", "application_name", "timezone", "datestyle"];

async function startStandIn(databaseUrl: string, connections: number): Promise<TransactionPooler> {
  const servers: Server[] = [];
  const resting: Server[] = [];
  const queue: Session[] = [];
  const sessions = new Set<Session>();
  const opening: Promise<void>[] = [];

  async function openServer(): Promise<void> {
    // pg signs in; afterwards the socket is ours.
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    const { stream } = client.connection as unknown as { stream: Socket };
    stream.removeAllListeners().setNoDelay(true);
    const server: Server = { socket: stream, client: null };
    servers.push(server);
    const read = frames();
    stream.on("error", () => undefined);
    stream.on("close", () => {
      server.client?.socket.destroy();
      servers.splice(servers.indexOf(server), 1);
      if (resting.includes(server)) resting.splice(resting.indexOf(server), 1);
    });
    stream.on("data", (chunk: Buffer) => {
      for (const frame of read(chunk)) receive(server, frame);
    });
    rest(server);
  }

  function receive(server: Server, frame: Buffer): void {
    const { client } = server;
    if (client === null) return;
    client.socket.write(frame);
    if (frame[0] !== 0x5a) return;
    client.awaited -= 1;
    const isIdle = frame.at(-1) === 0x49;
    if (!isIdle || client.awaited > 0) return;
    client.server = null;
    rest(server);
  }

  function rest(server: Server): void {
    server.client = null;
    resting.push(server);
    serveNext();
  }

  function serveNext(): void {
    while (queue.length > 0) {
      const server = resting.shift();
      if (server === undefined) {
        if (servers.length + opening.length < connections) opening.push(openOne());
        return;
      }
      const client = queue.shift();
      if (client === undefined) return void resting.unshift(server);
      server.client = client;
      client.server = server;
      for (const frame of client.waiting.splice(0)) server.socket.write(frame);
    }
  }

  function openOne(): Promise<void> {
    const opened: Promise<void> = openServer()
      .catch(() => {
        for (const { socket } of queue.splice(0)) socket.destroy();
      })
      .finally(() => opening.splice(opening.indexOf(opened), 1));
    return opened;
  }

  function send(client: Session, frame: Buffer): void {
    const type = frame[0];
    if (type === 0x58) return void client.socket.end();
    // Query and Sync are each answered by one ReadyForQuery.
    if (type === 0x51 || type === 0x53) client.awaited += 1;
    if (client.server !== null) return void client.server.socket.write(frame);
    client.waiting.push(frame);
    if (queue.includes(client)) return;
    queue.push(client);
    serveNext();
  }

  const listener = createServer({ noDelay: true }, (socket) => {
    const client: Session = { socket, server: null, waiting: [], awaited: 0 };
    sessions.add(client);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      sessions.delete(client);
      if (queue.includes(client)) queue.splice(queue.indexOf(client), 1);
      // A transaction that its client left is rolled back with its connection.
      client.server?.socket.destroy();
    });
    let read = frames({ startup: true });
    let started = false;
    socket.on("data", function take(chunk: Buffer) {
      for (const frame of read(chunk)) {
        if (started) send(client, frame);
        else if (frame.readInt32BE(4) === sslRequestCode) {
          read = frames({ startup: true });
          socket.write("N");
        } else {
          const unknown = Object.keys(readStartup(frame)).find(
            (name) => !knownParameters.includes(name.toLowerCase()),
          );
          if (unknown !== undefined)
            return void socket.end(errorResponse("08P01", `unsupported startup parameter: ${unknown}`));
          started = true;
          socket.write(greeting(randomInt(1, 2 ** 31)));
        }
      }
    });
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  return {
    databaseUrl: through(databaseUrl, (listener.address() as AddressInfo).port),
    stop: async () => {
      await Promise.all(opening);
      for (const { socket } of [...sessions, ...servers]) socket.destroy();
      listener.close();
      await once(listener, "close");
    },
  };
}

/** Messages of PostgreSQL's protocol 3.0: a type, a length that counts itself, and a body. */

const sslRequestCode = 80_877_103;

/** Cuts a stream of bytes into messages; a connection's first has no type. */
function frames({ startup = false } = {}): (chunk: Buffer) => Buffer[] {
  let rest: Buffer = Buffer.alloc(0);
  let offset = startup ? 0 : 1;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const whole: Buffer[] = [];
    while (rest.length >= offset + 4) {
      const length = offset + rest.readInt32BE(offset);
      if (rest.length < length) break;
      whole.push(rest.subarray(0, length));
      rest = rest.subarray(length);
      offset = 1;
    }
    return whole;
  };
}

/** The parameters of a start-up message. */
function readStartup(frame: Buffer): Record<string, string> {
  const words = frame.subarray(8).toString("utf8").split("\0");
  const parameters: Record<string, string> = {};
  for (let at = 0; at + 1 < words.length && words[at]; at += 2)
    parameters[words[at] ?? ""] = words[at + 1] ?? "";
  return parameters;
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, "latin1");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function errorResponse(code: string, text: string): Buffer {
  return message("E", Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`));
}

/** What a pooler answers to a start-up message: signed in, with an invented process id, ready. */
function greeting(processId: number): Buffer {
  const signedIn = Buffer.alloc(4);
  const key = Buffer.alloc(8);
  key.writeInt32BE(processId);
  const settings = { client_encoding: "UTF8", server_version: "18.0", standard_conforming_strings: "on" };
  return Buffer.concat([
    message("R", signedIn),
    ...Object.entries(settings).map(([name, value]) => message("S", Buffer.from(`${name}\0${value}\0`))),
    message("K", key),
    message("Z", Buffer.from("I")),
  ]);
}
