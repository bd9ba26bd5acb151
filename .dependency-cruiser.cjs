/**
 * The import direction (docs: CONTRIBUTING.md → Where things live):
 *   core ← schemas ← services ← adapters ← server ← {app, inngest}
 * lib/testing/fixtures/boundaries proves that each rule bites.
 */
const room = (name) => `^(lib/testing/fixtures/boundaries/)?lib/${name}/`;
const top = (name) => `^(lib/testing/fixtures/boundaries/)?${name}/`;
const test = "\\.(test|bench)\\.tsx?$";

/** `from` may not import `to`. */
const forbid = (name, comment, from, to, fromNot = [test]) => ({
  name,
  comment,
  severity: "error",
  from: { path: from, pathNot: fromNot },
  to: { path: to },
});

module.exports = {
  forbidden: [
    { name: "no-circular", severity: "error", from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } } },
    forbid(
      "core-is-pure",
      "core knows nothing but itself: no clock, I/O, framework, database or chain client",
      room("core"),
      `^(?!(lib/testing/fixtures/boundaries/)?lib/core/).+`,
    ),
    forbid("schemas-see-core", "schemas see core only", room("schemas"), [room("(?!core|schemas)[^/]+"), top("(app|components|inngest)")]),
    forbid("services-see-ports", "services depend on ports, never on adapters or frameworks", room("services"), [
      room("(?!core|schemas|services)[^/]+"),
      top("(app|components|inngest|prisma)"),
      "node_modules/(next|react|@prisma|pg|viem|undici|inngest)/",
    ]),
    forbid("adapters-see-port-types", "adapters see from services only the ports", room("adapters"), [
      room("services/(?!ports/)"),
      room("(server|client|demo)"),
      top("(app|components|inngest)"),
    ]),
    forbid("server-below-app", "server is below app and inngest", room("server"), [top("(app|components|inngest)"), room("(client|demo)")]),
    forbid("browser-side", "components and lib/client see core and schemas alone", [top("components"), room("client")], [
      room("(?!core|schemas|client)[^/]+"),
      top("(app|inngest|prisma)"),
    ]),
    forbid("prisma-in-one-room", "lib/adapters/db is the only importer of Prisma and pg", ".+", ["^prisma/generated", "node_modules/(@prisma|pg)/"], [
      test,
      "^lib/adapters/db/",
      "^prisma/",
      "^node_modules/",
      "^lib/testing/(?!fixtures)",
      "^lib/demo/",
    ]),
    forbid("inngest-below-app", "inngest functions call services through lib/server", top("inngest"), [top("(app|components)"), room("(adapters|client|demo)")]),
    forbid("app-through-server", "app reaches adapters through lib/server", top("app"), [room("adapters")]),
    { name: "no-test-in-product", severity: "error", from: { pathNot: [test, "^lib/testing/", "^e2e/"] }, to: { path: [test, "^lib/testing/"] } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["^\\.next", "^lib/solidity/out"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "default", "types"] },
  },
};
