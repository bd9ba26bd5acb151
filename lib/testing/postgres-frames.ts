/** Messages of PostgreSQL's protocol 3.0: a type, a length that counts itself, and a body. */

export const sslRequestCode = 80_877_103;

/** Cuts a stream of bytes into messages; a connection's first has no type. */
export function frames({ startup = false } = {}): (chunk: Buffer) => Buffer[] {
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
export function readStartup(frame: Buffer): Record<string, string> {
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

export function errorResponse(code: string, text: string): Buffer {
  return message("E", Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`));
}

/** What a pooler answers to a start-up message: signed in, with an invented process id, ready. */
export function greeting(processId: number): Buffer {
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
