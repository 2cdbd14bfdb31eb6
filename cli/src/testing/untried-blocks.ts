/** Blocks of pages that no test runs as they stand: the beginning of the page and of the block, and the reason. */
export const UNTRIED_BLOCKS: readonly (readonly [page: string, beginning: string, reason: string])[] = [
  // Commands of an installation
  ['README.md', 'npm ci', 'A checkout is needed; .ci/run and e2e/stories do it.'],
  ['ARCHITECTURE.md', 'contract/', 'A picture of folders; document-paths.test.ts looks for them.'],
  ['deploy/README.md', '', 'Needs systemd, Docker, Kubernetes or nginx; checks/deploy and nginx.routes.test.ts read the files.'], // prettier-ignore
  ['docs/operations.md', '', 'Needs a running installation; checks/deploy/operations.test.ts reads the page.'],
  ['docs/backup.md', 'npm run', 'The tests of backups call the same program.'],
  ['docs/how-to/uninstall.md', '', 'It deletes what systemd, Docker and Kubernetes run.'],
  ['docs/how-to/mirror-the-registry.md', '', 'It needs a web server with gigabytes of files.'],
  ['docs/class-model.md', 'curl', 'The examples of the API ask a simulated registry the same.'],
  ['docs/connect.md', '', 'It needs the certificate of a controller; how-to.test.ts connects one.'],
  // Settings, which the tests of their feature set
  ['docs/identity.md', 'LDAP_ENABLED', 'Settings; the tests of LDAP set them.'],
  ['docs/identity.md', 'PUBLIC_URL', 'Settings; the tests of sign-on set them.'],
  ['docs/records.md', '', 'Settings, and what collectors get; records.routes.test.ts compares it.'],
  ['docs/how-to/provision-users-with-scim.md', 'OIDC_', 'A setting; the tests of SCIM set it.'],
  // What the service answers, and requests with ids of the reader
  ['docs/ai.md', '{', 'An answer.'],
  ['docs/agents.md', '{', 'A setting of another program.'],
  ['docs/automation-proof.md', '{', 'A request with ids of the reader; the examples of the API have one.'],
  ['docs/automation-templates.md', 'POST', 'A request with ids of the reader; the examples of the API have one.'],
  ['docs/channels.md', 'curl', 'It sends to an address of the reader; the examples of the API create a channel.'],
  ['docs/channels.md', 'import', 'The tests of channels verify with the same library.'],
  ['docs/checks.md', '{', 'Parts of a query; the tests of expectations have them.'],
  ['docs/checks.md', 'fabric.version', 'Part of a check; the packs that are shipped have such ones.'],
  ['docs/checks.md', 'POST', 'A request with ids of the reader; the examples of the API have one.'],
  ['docs/class-model.md', '[', 'A file of a mirror; the simulated registry reads one.'],
  ['docs/metrics.md', '', 'A part of a task, and what Prometheus gets; query-metrics.routes.test.ts compares both.'],
  ['docs/query-files.md', '{', 'An answer.'],
  ['docs/query-files.md', 'name: queries', 'A workflow of GitHub; its commands are those of the page above.'],
  ['docs/query-planning.md', '1. ', 'What the planner says; its tests compare it.'],
  ['docs/runs.md', '', 'An answer, and parameters with an id of the reader.'],
  ['docs/schedules.md', '{', 'A part of a task; on-changes.routes.test.ts has one.'],
]
