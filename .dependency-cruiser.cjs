/** Import directions. Every message says what to do instead. */
const only = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** Programs of threads, and what only they import. A thread has a limit on time and memory, or ends with its run. */
const IN_THREADS = [
  '^server/src/.+/thread/',
  '^server/src/.+-(worker|thread)[.]ts$',
  // The parts of engine-worker.ts: a run has a limit on rows, bytes, memory and time.
  '^server/src/features/run-engine/(early-stop|fetch-tables|merged-read|past-rows|post-process|result-chunks|run-plan)[.]ts$',
  // The parts of yaml-worker.ts.
  '^server/src/platform/yaml/(read|write)-yaml[.]ts$',
  // The parts of git-worker.ts.
  '^server/src/adapters/git/',
]

/** What unpacks or packs on the thread that answers requests, and why it may. */
const MAY_PACK = [
  // The empty database that comes with the product.
  '^server/src/adapters/database/embedded/template[.]ts$',
  // Answers leave compressed as they are written: zlib works in its own threads.
  '^server/src/platform/http/compression[.]ts$',
  // Chunks of at most 2 MB; larger ones piece by piece, 256 kB at a time, or in a thread (platform/rows/row-threads.ts).
  '^server/src/platform/rows/(read|cut)-rows[.]ts$',
  '^server/src/features/executions/results/result-stream[.]ts$',
  // Pages of 250 differences, in an answer of at most 32 MB; the export is written page by page.
  '^server/src/features/archive/(compare|blob)[.]ts$',
  // Chunks of a job's output: at most 256 MB of it are kept, and chunks are read one by one.
  '^server/src/features/automation/(output/output|proof/proof)[.]store[.]ts$',
  // One audit entry, whose content is cut before it is stored.
  '^server/src/features/audit/audit-content[.]ts$',
  // The class model that an administrator installed, unpacked by zlib's own threads, once.
  '^server/src/features/mim/compiled-graphs[.]ts$',
  // What a registry or a controller sends, up to the bytes that its connection allows, in steps or in zlib's threads.
  '^server/src/features/mim-registry/(reducer/decode-body|download/chunk-store)[.]ts$',
  '^server/src/adapters/(outbound/read-body|controller/packed-response)[.]ts$',
  // Used by engine-worker.ts.
  '^server/src/features/run-engine/unpack-page[.]ts$',
]

/** What uses an evaluator on the thread that answers requests, and why it may. */
const MAY_EVALUATE = [
  // Compiles one pattern of at most 1,000 characters, to say what is wrong with it.
  '^server/src/features/automation-templates/reference/regex-patterns[.]ts$',
]

const NO_PRODUCT = '[.]test[.]ts$|/testing/'

module.exports = {
  forbidden: [
    only('no-circular', 'Two files import each other: move what both use to a third file.', {}, { circular: true }),
    only(
      'contract-is-the-bottom',
      'contract/ describes the wire and imports nothing of ours.',
      { path: '^contract/', pathNot: '[.]test[.]ts$' },
      { path: '^(?!contract/|node_modules/)[^/]+/' },
    ),
    only(
      'domain-is-pure',
      'domain/ holds pure rules: pass in what it needs as an argument.',
      { path: '^domain/' },
      { path: '^(?!domain/|contract/|node_modules/)[^/]+/' },
    ),
    only(
      'domain-does-no-io',
      'domain/ does no I/O and reads no clock: let server/ do it and pass in the value.',
      { path: '^domain/', pathNot: '[.]test[.]ts$|/testing/' },
      { dependencyTypes: ['core'] },
    ),
    only(
      'client-is-installed-alone',
      'client/ is a package of its own: what it needs of the wire is generated.',
      { path: '^client/src/', pathNot: '[.]test[.]ts$' },
      { path: '^(contract|domain|server|simulators|bench)/|node_modules' },
    ),
    only(
      'the-command-line-uses-the-client',
      'cli/ works with any server through its API: add what it needs to client/.',
      { path: '^cli/src/', pathNot: '[.]test[.]ts$|/testing/|^cli/src/packs/test-pack[.]ts$' },
      { path: '^(contract|domain|server|simulators|bench)/' },
    ),
    only(
      'the-command-line-tests-packs-alone',
      'Without a server the command line only tests packs, with the rules of packs: anything else is the API.',
      { path: '^cli/src/packs/test-pack[.]ts$' },
      { path: '^(contract|server|simulators|bench)/|^domain/(?!src/packs/)' },
    ),
    only(
      'simulators-import-no-product-code',
      'A simulator that shares our code shares our bugs: implement the protocol itself.',
      { path: '^simulators/' },
      { path: '^(contract|domain|server|bench)/' },
    ),
    only(
      'tests-only-use-simulators',
      'The product never imports a simulator; tests, benchmarks and the demo do.',
      { path: '^server/src/', pathNot: '[.]test[.]ts$|/testing/' },
      { path: '^simulators/' },
    ),
    only(
      'tests-only-use-the-client',
      'The server never calls itself: only its tests use the client.',
      { path: '^server/src/', pathNot: '[.]test[.]ts$|/testing/' },
      { path: '^client/' },
    ),
    only(
      'platform-knows-no-feature',
      'platform/ is mechanism without business words: let the feature pass in what differs.',
      { path: '^server/src/platform/' },
      { path: '^server/src/features/' },
    ),
    only(
      'kernel-is-below-the-server',
      'kernel/ is known to everyone and knows only domain/ and contract/: pass in what it needs.',
      { path: '^server/src/kernel/', pathNot: '[.]test[.]ts$' },
      { path: '^server/src/(?!kernel/)' },
    ),
    only(
      'adapters-know-no-platform',
      'Adapters are below platform/: move what both need to kernel/, or pass it in.',
      { path: '^server/src/adapters/', pathNot: '[.]test[.]ts$|/testing/' },
      { path: '^server/src/platform/' },
    ),
    only(
      'http-stays-in-routes',
      'Services, stores and presenters know no HTTP: throw an error of kernel/errors.ts, use the words of kernel/paging.ts, or read the query in a *.query.ts file.',
      { path: '^server/src/features/', pathNot: '[.](routes|query)[.]ts$|[.]test[.]ts$|/testing/' },
      { path: '^server/src/platform/http/' },
    ),
    only(
      'routes-know-no-store',
      'A route calls its service once: put row types into the presenter and orders into contract/.',
      { path: '^server/src/features/.+[.]routes[.]ts$' },
      { path: '[.]store[.]ts$' },
    ),
    only(
      'compose-is-the-top',
      'Only compose/, app.ts, program.ts and cli/ put parts together: take the instance as an argument.',
      { path: '^server/src/(features|platform|adapters|kernel|config)/', pathNot: '[.]test[.]ts$|/testing/' },
      { path: '^server/src/(compose/|cli/|app[.]ts$|program[.]ts$|main[.]ts$)' },
    ),
    only(
      'adapters-as-types',
      'Features and platform see adapters and config as types only: take the instance as an argument.',
      // A thread has nobody who could give it an instance.
      { path: '^server/src/(features|platform)/', pathNot: '[.]test[.]ts$|/repositories/thread/git-worker[.]ts$' },
      // What an adapter throws is caught by its class.
      { path: '^server/src/(adapters|config)/', pathNot: '-failure[.]ts$', dependencyTypesNot: ['type-only'] },
    ),
    only(
      'adapters-know-no-feature',
      'An adapter talks to the outside and knows no feature: pass in what it needs as an argument.',
      { path: '^server/src/adapters/', pathNot: '[.]test[.]ts$' },
      { path: '^server/src/features/' },
    ),
    only(
      'features-through-their-index',
      'Another feature is used through its index.ts; if two need each other, one should emit an event.',
      { path: '^server/src/features/([^/]+)/', pathNot: '[.]test[.]ts$' },
      {
        path: '^server/src/features/',
        pathNot: ['^server/src/features/$1/', '^server/src/features/[^/]+/index[.]ts$'],
      },
    ),
    only(
      'canvases-are-prepared-in-threads',
      'A canvas may take any time or memory to prepare: ask a planner (features/planning/planners.ts).',
      { path: '^server/src/', pathNot: '^server/src/features/planning/thread/|[.]test[.]ts$|/testing/' },
      {
        path: [
          '^domain/src/query/(prepare-query|prepare-steps|plan-query)[.]ts$',
          '^domain/src/canvas/(parse-canvas[.]ts$|binding/)',
          '^domain/src/validation/validate-canvas[.]ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    ),
    only(
      'rows-meet-expressions-in-threads',
      'What users wrote may take any time over their rows: add a tool to features/row-work, or say in MAY_EVALUATE what bounds it.',
      { path: '^server/src/', pathNot: [...IN_THREADS, ...MAY_EVALUATE, NO_PRODUCT] },
      {
        path: [
          '^domain/src/(expression|patterns|join|post-processing)/',
          '^domain/src/filter/compile-(filter|condition)[.]ts$',
          // row-choice.ts and check-columns.ts compile at most 4,000 characters, to say what is wrong with them.
          '^domain/src/automation/(judge-rows|check-rows|map-rows|compile-column|row-pattern)[.]ts$',
          '^domain/src/expectation/judge-rows[.]ts$',
          '^domain/src/snapshot/(diff-rows|pair-rows|cancel-equal)[.]ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    ),
    only(
      'patterns-have-one-home',
      'A pattern counts its steps: use domain/src/patterns/compile-pattern.ts.',
      { path: '^(domain|server)/src/', pathNot: ['^domain/src/patterns/', NO_PRODUCT] },
      { path: 'node_modules/re2js/' },
    ),
    only(
      'files-are-read-and-written-in-threads',
      'YAML, CSV and workbooks of any size are read and written in threads: ask platform/yaml/yaml-threads.ts or platform/rows/row-threads.ts.',
      { path: '^server/src/', pathNot: [...IN_THREADS, NO_PRODUCT] },
      {
        path: [
          '^server/src/platform/yaml/(read|write)-yaml[.]ts$',
          '^server/src/platform/rows/thread/',
          'node_modules/yaml/',
        ],
        dependencyTypesNot: ['type-only'],
      },
    ),
    only(
      'bytes-are-unpacked-in-threads',
      'Unpacked bytes may be of any size: unpack them in a thread, or say in MAY_PACK what bounds them.',
      { path: '^server/src/', pathNot: [...IN_THREADS, ...MAY_PACK, NO_PRODUCT] },
      { path: '^(node:)?zlib$' },
    ),
    only(
      'the-web-ui-uses-the-client',
      'web/ works with the server through its API: add what it needs to client/. Rules of domain/ run in workers.',
      { path: '^web/src/', pathNot: '[.]test[.]tsx?$' },
      { path: '^(contract|server|cli|simulators|bench|demo)/' },
    ),
    only(
      'shared-parts-of-the-web-ui-know-no-area',
      'lib/, components/ and theme/ are below the areas: pass in what differs.',
      { path: '^web/src/(lib|components|theme)/' },
      { path: '^web/src/(resources|canvas|features|app)/' },
    ),
    only(
      'resources-of-the-web-ui-know-no-screen',
      'resources/ says what is read and under which key: what shows it belongs to an area, or to canvas/.',
      { path: '^web/src/resources/' },
      { path: '^web/src/(components|theme|canvas|features|app)/' },
    ),
    only(
      'the-canvas-knows-no-area',
      'canvas/ is below the areas that show one: pass in what differs.',
      { path: '^web/src/canvas/' },
      { path: '^web/src/(features|app)/' },
    ),
    only(
      'areas-of-the-web-ui-are-apart',
      'app/ puts areas together: move what two of them need to resources/, components/ or lib/.',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/(app/|features/)', pathNot: '^web/src/features/$1/' },
    ),
    only(
      'one-home-for-mantine',
      'Areas use our components: wrap what is missing in web/src/components.',
      { path: '^web/src/(features|canvas|resources|lib)/' },
      { path: 'node_modules/@mantine/' },
    ),
    only(
      'no-test-in-product',
      'Product code imports no test and no testing helper: move what both use out of testing/.',
      { path: '^(contract|domain|client|cli|server|simulators|web)/src/', pathNot: '[.]test[.]tsx?$|/testing/' },
      { path: '[.]test[.]tsx?$|/testing/' },
    ),
    only(
      'declared-packages',
      'Declare the package in the workspace that uses it.',
      {
        pathNot:
          '[.]test[.]ts$|^[^/]+[.]ts$|/testing/|^(bench|e2e|server/(drizzle|build)|client/(generate/|build[.]ts$)|cli/build[.]ts$|web/)',
      },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
