import { z } from "zod";
import { act } from "@/lib/platform/acts";
import { nothing } from "@/lib/platform/primitives.schema";
import type { ByInProject } from "@/lib/projects/project-access";
import type { BrandParts } from "@/lib/projects/projects.parts";
import { maxLogoBytes, setProjectAccent, setProjectLogo } from "./change-looks";

type UploadParts = {
  /** The file, or enough bytes to show that it is too large. @throws CheckoutError VALIDATION_ERROR */
  readUpload: (path: string, maxBytes: number) => Promise<Uint8Array>;
};

/** How a project looks on its customers' pages. */
export const looksActs = {
  removeLogo: act(
    { permission: "settings.change", fresh: false },
    (parts: BrandParts, { actor }: ByInProject) => setProjectLogo(parts, actor, null),
    { dashboard: { name: "removeLogo", output: nothing } },
  ),
  setLogo: act(
    { input: z.object({ file: z.string().nullable() }) },
    async (parts: BrandParts & UploadParts, { actor }: ByInProject, { file }) =>
      setProjectLogo(parts, actor, file === null ? null : await parts.readUpload(file, maxLogoBytes)),
    {
      command: {
        name: "projects logo",
        says: "sets the logo: PNG, JPEG or WebP, up to 256 KiB",
        options: { file: "(--file PICTURE | --none)" },
        show: (digest) => [
          digest === null ? "The project has no logo." : `Customers see it at /logos/${digest}.`,
        ],
      },
    },
  ),
  setAccent: act(
    { input: z.object({ color: z.string().nullable() }) },
    (parts: BrandParts, { actor }: ByInProject, { color }) => setProjectAccent(parts, actor, color),
    {
      command: {
        name: "projects accent",
        says: "sets the colour of buttons and links on the payment pages",
        options: { color: "(--color #RRGGBB | --none)" },
        show: (color) => [color === null ? "Its pages use the service's colour." : `Its pages use ${color}.`],
      },
    },
  ),
};
