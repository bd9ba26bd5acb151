/**
 * `npm run keystore -- --password-file FILE [--out FILE] < KEY`: encrypts a private key from the first line of standard
 * input (0x and 64 hex digits) as a keystore for OPERATOR_KEYSTORE_FILE or REFUND_KEYSTORE_FILE, with the password in
 * the file. `--new` generates a key instead.
 *
 * Writes to standard output by default; never overwrites an existing file.
 */
import { readFile, writeFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { encryptKeystore } from "@/lib/chain/keystore.chain";
import { readArguments, readKey, runProgram, UsageError } from "@/lib/operate/commands/program";

const usage = `Usage: npm run keystore -- --password-file FILE [--out FILE] [--new] < FILE-WITH-THE-KEY
  --password-file FILE  a file with the keystore's password
  --out FILE            writes the keystore to FILE, which must not exist yet
  --new                 creates a key instead of reading one
Never put the key into the arguments: other programs on this machine can see them.`;

async function main(args: string[]): Promise<number> {
  const { values } = readArguments(usage, {
    args,
    options: {
      "password-file": { type: "string" },
      out: { type: "string" },
      new: { type: "boolean", default: false },
    },
  });
  const passwordFile = values["password-file"];
  if (passwordFile === undefined) throw new UsageError("--password-file is missing.", usage);
  const password = (await readFile(passwordFile, "utf8")).replace(/\r?\n$/, "");
  if (password === "") throw new Error("The password is empty.");
  const privateKey = values.new ? generatePrivateKey() : readKey(await text(process.stdin), usage);
  const keystore = encryptKeystore(privateKey, password);
  const address = privateKeyToAddress(privateKey);
  if (values.out === undefined) process.stdout.write(keystore);
  else await writeFile(values.out, keystore, { mode: 0o600, flag: "wx" });
  // Not on standard output, where the keystore may be piped into a file.
  console.error(`The keystore holds the key of ${address}.`);
  return 0;
}

await runProgram(main);
