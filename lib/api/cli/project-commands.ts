import { open } from "node:fs/promises";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { apiKeyUses, apiKeyUseTexts } from "@/lib/projects/keys/api-key.rules";
import { maxLogoBytes, setProjectAccent, setProjectLogo } from "@/lib/projects/looks/change-looks";
import { OperatorAccess } from "@/lib/projects/project-access";
import { changeOrigins, changeSettings } from "@/lib/projects/settings/change-settings";
import { type AdminCommand, operatorIn } from "./command";

/** How a project looks on its customers' pages, and where they may be embedded. */
export const projectCommands = {
  "projects logo": {
    usage: "--project ID (--file PICTURE | --none)",
    says: "sets the logo: PNG, JPEG or WebP, up to 256 KiB",
    run: async (deps, given) => {
      const path = given.options.file ?? null;
      const digest = await setProjectLogo(
        deps,
        operatorIn(given),
        path === null ? null : await readUpload(path),
      );
      return [digest === null ? "The project has no logo." : `Customers see it at /logos/${digest}.`];
    },
  },
  "projects accent": {
    usage: "--project ID (--color #RRGGBB | --none)",
    says: "sets the colour of buttons and links on the payment pages",
    run: async (deps, given) => {
      const color = await setProjectAccent(deps, operatorIn(given), given.options.color ?? null);
      return [color === null ? "Its pages use the service's colour." : `Its pages use ${color}.`];
    },
  },
  "projects origins": {
    usage: "--project ID (--allow ORIGIN | --forbid ORIGIN)",
    says: "sets which sites can use API keys and embed checkouts",
    run: async (deps, given) => {
      const { allow, forbid } = given.options;
      const what = allow === undefined ? "forbid" : "allow";
      const origins = await changeOrigins(deps, operatorIn(given), what, allow ?? forbid ?? "");
      return origins.length === 0 ? ["The project allows no origins."] : ["Allowed:", ...origins];
    },
  },
  "projects api-key": {
    usage: "--project ID --use browser|server",
    says: "sets whether API keys are for browsers or for a server",
    run: async (deps, given) => {
      const apiKeyUse = apiKeyUses.find((use) => use.toLowerCase() === given.options.use);
      if (apiKeyUse === undefined)
        throw new CheckoutError("VALIDATION_ERROR", "Add --use browser or --use server.");
      const access = await OperatorAccess.open(deps, given.project ?? "");
      await changeSettings(deps, access, { apiKeyUse });
      return [apiKeyUseTexts[apiKeyUse]];
    },
  },
} as const satisfies Record<string, AdminCommand>;

/** The file, or enough bytes to show that it is too large. @throws CheckoutError VALIDATION_ERROR */
async function readUpload(path: string): Promise<Uint8Array> {
  try {
    const file = await open(path);
    const read = file.read(Buffer.alloc(maxLogoBytes + 1));
    const { buffer, bytesRead } = await read.finally(() => file.close());
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CheckoutError("VALIDATION_ERROR", `Can't read the file: ${reason}`, { param: "file" });
  }
}
