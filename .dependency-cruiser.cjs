/**
 * The import direction (docs/architecture.md). Inside a room the ending of a file's name says what it may import;
 * between rooms there is one order. Type-only imports count, except where a rule says otherwise.
 * lib/testing/boundaries.test.ts proves with fixtures that each rule bites.
 */
const lib = (rooms) => `^lib/(${rooms})/`;
const top = (folders) => `^(${folders})/`;
const npm = (packages) => `(^|/)node_modules/(${packages})/`;
const tests = "\\.(test|spec|bench|fixture)\\.tsx?$";
const ending = (endings) => `\\.(${endings})\\.tsx?$`;

/** The rooms from the bottom up; those of one line do not know each other. */
const order = [
  ["platform"],
  ["chain"],
  ["letters"],
  ["rates", "accounts"],
  ["projects"],
  ["webhooks"],
  ["checkouts"],
  ["refunds", "signed"],
  ["settlement"],
  ["strays"],
  ["payments"],
  ["books"],
  ["insights"],
  ["settings", "docs"],
  ["api"],
  ["operate"],
];
const rooms = order.flat();
/** Rooms of use cases: below them are tools, above them the wiring. */
const nouns = rooms
  .filter((room) => !["platform", "settings", "docs", "api", "operate"].includes(room))
  .join("|");

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

/** A room imports lower rooms only; a shape that several rooms share lies in the lowest that needs it. */
const roomOrder = order.flatMap((level, place) =>
  level.map((room) => {
    const above = [...order.slice(place + 1).flat(), ...level.filter((other) => other !== room)];
    return never(`room-order-${room}`, "a room imports lower rooms only", lib(room), [
      ...above.map((other) => lib(other)),
      lib("browser|demo|generate"),
      top("app|components|inngest|e2e"),
    ]);
  }),
);

module.exports = {
  forbidden: [
    ...roomOrder,
    only(
      "rules-are-pure",
      "rules know rules, texts, and of viem the pure helpers: no I/O, not even Node, and nothing that is large in a browser",
      ending("rules"),
      [ending("rules"), "/messages/.*\\.json$", npm("viem/_[a-z]+/utils")],
    ),
    only(
      "schemas-see-rules",
      "schemas see rules, zod, and of viem the pure helpers (viem/utils), never a chain client",
      ending("schema"),
      [ending("rules|schema"), npm("zod"), npm("viem/_[a-z]+/utils")],
    ),
    {
      name: "use-cases-see-types-of-stores",
      comment: "a use case gets its store and chain as arguments; it may import their types",
      severity: "error",
      from: { path: `^lib/(${nouns})/`, pathNot: [tests, ending("store|chain")] },
      to: { path: ending("store|chain"), dependencyTypesNot: ["type-only"] },
    },
    never(
      "acts-call-use-cases",
      "an act states rights and fields, and calls a use case: its parts have the types of the use case",
      ending("acts"),
      [ending("store|chain"), npm("viem|pg|@prisma|next|react")],
    ),
    {
      name: "database-in-stores",
      comment: "stores and lib/platform/database import Prisma and pg; beside them, what makes databases",
      severity: "error",
      from: {
        pathNot: [
          tests,
          ending("store"),
          "^lib/platform/(database\\.ts$|postgres/|process/)",
          lib("demo|testing|bench"),
          top("prisma|node_modules"),
        ],
      },
      to: { path: ["^prisma/generated/", npm("@prisma|pg")] },
    },
    {
      name: "viem-in-chain-files",
      comment: "chain files and lib/chain import viem; elsewhere on the server only its pure helpers",
      severity: "error",
      from: { path: `^lib/(${rooms.join("|")})/`, pathNot: [tests, ending("chain"), lib("chain|browser")] },
      to: { path: npm("viem"), pathNot: npm("viem/_[a-z]+/(utils|accounts)") },
    },
    never(
      "browser-sees-contract",
      "components and lib/browser see rules, texts, the types of schemas and actions, and the API's operations alone",
      [top("components"), lib("browser")],
      [
        `^lib/(?!browser/|generated/translations/|api/operations/|api/openapi/|api/dashboard/action-list\\.|docs/)(?!.*${ending("rules|schema")})`,
        top("app|inngest|prisma|e2e"),
      ],
    ),
    {
      name: "no-schema-in-browser",
      comment: "a schema's values bring zod into the browser; pages use its types, and rules",
      severity: "error",
      from: { path: [top("components"), lib("browser")], pathNot: tests },
      to: {
        path: [ending("schema"), "^lib/api/dashboard/action-list", npm("zod")],
        dependencyTypesNot: ["type-only"],
      },
    },
    never("wiring-through-api", "app and inngest get stores and chains from lib/api", top("app|inngest"), [
      ending("store|chain"),
      top("e2e"),
    ]),
    {
      name: "no-test-in-product",
      severity: "error",
      from: { pathNot: [tests, lib("testing|bench"), top("e2e")] },
      to: { path: [tests, lib("testing|bench"), top("e2e")] },
    },
    {
      name: "no-circle",
      comment: "type-only circles count: two files that need each other are one subject",
      severity: "error",
      from: {},
      to: { circular: true },
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
    // What has a package.json of its own installs its packages when it is built.
    doNotFollow: { path: ["node_modules", "^prisma/generated", "^integrations/"] },
    exclude: { path: ["^\\.next", "^lib/contracts/out", "^e2e/judges/rounds"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
