import { formatNumber, plural } from '../../lib/i18n/plural.ts'

type Reason = 'address' | 'account' | 'trust' | 'certificate'

const REASONS: Readonly<Record<Reason, string>> = {
  address: 'a new address',
  account: 'a new account',
  trust: 'a server with other trusted certificates',
  certificate: 'a server whose certificate is not checked',
}

/** The words of the connections page. */
export const words = {
  title: 'Connections',
  trail: 'Settings',
  count: (count: number) => plural(count, { one: '# connection', other: '# connections' }),
  readOnly: 'Administrators create and change connections.',
  add: 'New connection',
  models: 'Class models',
  edit: 'Edit…',
  remove: 'Delete…',
  test: 'Test',
  testing: 'Testing…',
  makeDefault: 'Make it the default',
  isNowDefault: (name: string) => `“${name}” is now the default.`,
  notDefault: 'The default was not changed.',
  actions: (name: string) => `Actions for ${name}`,
  failure: 'The connections could not be read.',
  none: 'No connections yet',
  noneText: 'A connection says how to reach a controller. Queries read through it, with the rights of its account.',
  name: 'Name',
  nameHint: 'What people choose it by, such as the name of the fabric.',
  host: 'Address',
  hostHint: 'Host name or address of a controller, with a port if it is not 443.',
  hosts: 'Further addresses',
  hostsHint:
    'Other controllers of the same cluster, one per line. They are tried in this order when the one before cannot be reached.',
  username: 'Username',
  usernameHint: 'Heddle only reads; a read-only account is enough. For a login domain: apic:domain\\\\user.',
  password: 'Password',
  passwordHint: 'Stored encrypted, and never shown again.',
  noPassword: 'no password',
  passwordKept: 'Leave it empty to keep the stored one.',
  passwordNeeded: (reasons: readonly Reason[]) =>
    `Enter it again: the stored password is never sent to ${reasons.map((reason) => REASONS[reason]).join(' or ')}.`,
  parallel: 'Requests at once',
  parallelHint:
    'The most Heddle sends at the same time, 1 to 64. Connections to the same controller share the lowest limit.',
  perMinute: 'Requests a minute',
  perMinuteHint: 'The most in any minute. Leave it empty for no limit.',
  verify: 'Check the certificate of the controller',
  verifyHint: 'Without it, anybody between Heddle and the controller can read the password.',
  ca: 'Trusted certificates',
  caHint:
    'In PEM: your certificate authority, or the controller’s own certificate, even if it has another name. Nothing else is trusted then. Leave it empty to trust the usual authorities.',
  isDefault: 'Offer it first',
  isDefaultHint: 'New queries and imports start with it.',
  save: 'Save',
  saveAndTest: 'Save and test',
  saving: 'Saving…',
  saved: (name: string) => `Saved “${name}”.`,
  newTitle: 'New connection',
  editTitle: (name: string) => `Edit “${name}”`,
  removeTitle: (name: string) => `Delete “${name}”?`,
  removeText: (queries: number | undefined) =>
    [
      queries !== undefined &&
        (queries === 0
          ? 'No query reads through it.'
          : plural(queries, {
              one: '# query reads through it, and cannot run until it is given another connection.',
              other: '# queries read through it, and cannot run until they are given another connection.',
            })),
      'Its stored password will be deleted too. Snapshots stay.',
    ]
      .filter(Boolean)
      .join(' '),
  removed: (name: string) => `Deleted “${name}”.`,
  status: 'Last test',
  account: 'Account',
  facts: 'About the fabric…',
  factsTitle: (name: string) => `The fabric of “${name}”`,
  factsFailure: 'The controller could not be asked.',
  factsNote: 'Conditions of checks ask about these. They are kept for ten minutes.',
  readAgain: 'Read again',
  release: 'Release of the controllers',
  switchReleases: 'Releases of the switches',
  nodes: 'Nodes',
  pods: 'Pods',
  leafs: 'Leaf switches',
  spines: 'Spine switches',
  controllers: 'Controllers',
  readAt: 'Read',
  notKnown: 'not known',
  budget: 'Requests now…',
  budgetTitle: (name: string) => `Requests to “${name}”`,
  budgetFailure: 'The requests could not be read.',
  inFlight: 'At the controller now',
  lastMinute: 'In the last minute',
  ofLimit: (count: number, limit: number) => `${formatNumber(count)} of ${formatNumber(limit)}`,
  waitingRequests: 'Waiting for their turn',
  waitingOf: (requests: number, runs: number) =>
    requests === 0
      ? 'none'
      : `${plural(requests, { one: '# request', other: '# requests' })} of ${plural(runs, { one: '# run', other: '# runs' })}`,
  longestWait: 'Longest wait',
  refused: 'Refused by the controller in the last hour',
  lastRefusal: 'Last refused',
  sharedWith: (count: number) =>
    plural(count, {
      one: '# other connection to this controller shares these limits.',
      other: '# other connections to this controller share these limits.',
    }),
  countedAlone:
    'The servers cannot count together right now. Each keeps to its share of the limits, and these are the numbers of one.',
  controllerRefuses: 'The controller is refusing requests: it is overloaded.',
  runsWait: 'Runs are waiting for their turn.',
  inUse: 'In use; nothing is waiting.',
  unused: 'No requests now.',
  testTitle: (name: string) => `Test of “${name}”`,
  close: 'Close',
  asking: 'Asking the controller…',
  learnt: { release: 'Release', cluster: 'Controllers', latency: 'Answered in' },
  certificate: { subject: 'Certificate of', issuer: 'Issued by', until: 'Valid until', sha256: 'SHA-256' },
  addresses: 'Addresses',
  steps: { address: 'Address', tls: 'Certificate', login: 'Sign-in', reading: 'Reading' },
  exposures: {
    plain: 'Certificate: none, http sends the password unencrypted',
    unchecked: 'Certificate: not checked',
  },
  remedies: {
    address: 'Check the address and the port, and whether a firewall is between Heddle and the controller.',
    tls: 'Compare the fingerprint with that of the controller. If it is the right one, paste the certificate into Trusted certificates.',
    login: 'Check the username and the password. An account in a login domain is written as apic:domain\\\\user.',
    reading: 'Give the account the right to read the whole fabric.',
    turn: 'Test again when the controller is less busy, or raise the limits. The budget of the connection shows what uses them.',
  },
} as const
