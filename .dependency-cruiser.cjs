/**
 * The import direction (CONTRIBUTING.md, "Where things live"):
 *   core ← schemas ← services ← adapters ← server ← {app, inngest}
 * Type-only imports count. lib/testing/boundaries.test.ts proves with fixtures that each rule bites.
 */
const lib = (rooms) => `^lib/(${rooms})/`;
const top = (folders) => `^(${folders})/`;
const npm = (packages) => `(^|/)node_modules/(${packages})/`;
const tests = "\\.(test|bench)\\.tsx?$";

/** What lies in `from` may import from the project and its packages only what `allowed` names. */
const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: "error",
  from: { path: from, pathNot: tests },
  to: { pathNot: allowed },
});

/** What lies in `from` may not import what `forbidden` names. */
const never = (name, comment, from, forbidden) => ({
  name,
  comment,
  severity: "error",
  from: { path: from, pathNot: tests },
  to: { path: forbidden },
});

module.exports = {
  forbidden: [
    only(
      "core-is-pure",
      "core knows nothing but itself: no package, no I/O, not even Node",
      lib("core"),
      lib("core"),
    ),
    only(
      "schemas-see-core",
      "schemas see core, zod, and of viem the pure helpers (viem/utils), never a chain client",
      lib("schemas"),
      [lib("core|schemas"), npm("zod"), npm("viem/_[a-z]+/utils")],
    ),
    only(
      "services-see-ports",
      "services see core, schemas and their own ports: whatever touches the world comes in as an argument",
      lib("services"),
      [lib("core|schemas|services")],
    ),
    never("adapters-see-ports", "adapters see from services only the ports they implement", lib("adapters"), [
      "^lib/services/(?!ports/)",
      lib("server|client|demo"),
      top("app|components|inngest|e2e"),
    ]),
    never("server-below-app", "server is below app and inngest", lib("server"), [
      lib("client|demo"),
      top("app|components|inngest|e2e"),
    ]),
    never(
      "browser-sees-contract",
      "components and lib/client see of the project core and schemas alone",
      [top("components"), lib("client")],
      ["^lib/(?!core/|schemas/|client/)", top("app|inngest|prisma|e2e")],
    ),
    never("inngest-through-server", "inngest functions reach adapters through lib/server", top("inngest"), [
      lib("adapters|client|demo"),
      top("app|components|e2e"),
    ]),
    never("app-through-server", "app reaches adapters through lib/server", top("app"), [
      lib("adapters"),
      top("e2e"),
    ]),
    {
      name: "prisma-in-one-room",
      comment: "lib/adapters/db is the only importer of Prisma and pg; beside it, what makes databases",
      severity: "error",
      from: { pathNot: [tests, "^lib/adapters/db/", lib("demo|testing|bench"), top("prisma|node_modules")] },
      to: { path: ["^prisma/generated/", npm("@prisma|pg")] },
    },
    {
      name: "no-test-in-product",
      severity: "error",
      from: { pathNot: [tests, lib("testing|bench"), top("e2e")] },
      to: { path: [tests, lib("testing|bench"), top("e2e")] },
    },
    {
      name: "no-circle",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "resolvable",
      comment: "an import that cannot be resolved is one that no other rule can see",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: ["node_modules", "^prisma/generated"] },
    exclude: { path: ["^\\.next", "^lib/contracts/out", "^lib/testing/fixtures"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
