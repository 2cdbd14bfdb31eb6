import { plural } from '../../../lib/i18n/plural.ts'

type Reason = 'address' | 'prefix' | 'account' | 'method' | 'trust' | 'certificate'

const REASONS: Readonly<Record<Reason, string>> = {
  address: 'a new address',
  prefix: 'another path',
  account: 'another account',
  method: 'another way to sign in',
  trust: 'a server with other trusted certificates',
  certificate: 'a server whose certificate is not checked',
}

/** The words of the connections to automation servers. */
export const words = {
  title: 'Automation connections',
  count: (count: number) => plural(count, { one: '# connection', other: '# connections' }),
  readOnly: 'Operators and administrators create and change connections.',
  failure: 'The connections could not be read.',
  none: 'No automation connections yet',
  noneText: 'A connection says how to reach an automation server. Templates launch their jobs through it.',
  add: 'New connection',
  edit: 'Edit…',
  remove: 'Delete…',
  test: 'Test',
  actions: (name: string) => `Actions for ${name}`,
  makeDefault: 'Make it the default',
  isNowDefault: (name: string) => `“${name}” is now the default.`,
  notDefault: 'The default was not changed.',
  status: 'Last test',
  account: 'Account',
  actionsTitle: 'Actions',
  noToken: 'no token',
  tokenOnly: 'token',
  newTitle: 'New automation connection',
  editTitle: (name: string) => `Edit “${name}”`,
  name: 'Name',
  nameHint: 'What people choose it by.',
  address: 'Address',
  addressHint: 'Such as https://awx.example.org, without the path of the API.',
  method: 'Signs in with',
  methods: { token: 'A token', password: 'Username and password' },
  username: 'Username',
  usernameHint: 'An account with the execute role on the job templates it may start.',
  token: 'Token',
  password: 'Password',
  secretHint: 'Stored encrypted, and never shown again. A token needs the scope “write”.',
  passwordHint: 'Stored encrypted, and never shown again.',
  secretKept: 'Leave it empty to keep the stored one.',
  secretNeeded: (reasons: readonly Reason[]) =>
    `Enter it again: what is stored is never sent to ${reasons.map((reason) => REASONS[reason]).join(' or ')}.`,
  removeSecret: 'Remove the stored one',
  removeSecretHint: 'Nothing can be launched through it until another one is entered.',
  more: 'More',
  prefix: 'Path of the API',
  prefixHint: 'Such as /api/controller/v2/. Leave it empty to ask the server.',
  jobUrl: 'Page of a job',
  jobUrlHint: 'Below the address, with {id} and {kind}. Leave it empty for the usual one.',
  verify: 'Check the certificate of the server',
  verifyHint: 'Without it, anybody between Heddle and the server can read the token.',
  ca: 'Trusted certificates',
  caHint:
    'In PEM, trusted beside the usual ones. Automation servers are often installed with a certificate of their own.',
  isDefault: 'Offer it first',
  isDefaultHint: 'New templates start with it.',
  save: 'Save',
  saveAndTest: 'Save and test',
  saving: 'Saving…',
  saved: (name: string) => `Saved “${name}”.`,
  removeTitle: (name: string) => `Delete “${name}”?`,
  removeText: (templates: number | undefined) =>
    [
      templates !== undefined &&
        (templates === 0
          ? 'No template launches through it.'
          : plural(templates, {
              one: '# template launches through it. Give it another connection first.',
              other: '# templates launch through it. Give them another connection first.',
            })),
      'Its stored token will be deleted too.',
    ]
      .filter(Boolean)
      .join(' '),
  removed: (name: string) => `Deleted “${name}”.`,
  testTitle: (name: string) => `Test of “${name}”`,
  asking: 'Asking the automation server…',
  steps: {
    address: 'Address',
    tls: 'Certificate',
    ping: 'Automation server',
    login: 'Sign-in',
    templates: 'Job templates',
  },
  exposures: {
    plain: 'Certificate: none, http sends the token unencrypted',
    unchecked: 'Certificate: not checked',
  },
  cannotLaunch: 'Job templates: visible, but none may be launched',
  cannotLaunchText:
    'Give the account the execute role on a job template, and its token the scope “write”. Until then, nothing can be launched.',
  learnt: { version: 'Version', account: 'Account', templates: 'Job templates', latency: 'Answered in' },
  remedies: {
    address: 'Check the address and the port, and whether a firewall is between Heddle and the server.',
    tls: 'Paste the certificate of the server, or of the authority that issued it, into Trusted certificates. It must name the host of the address.',
    ping: 'Nothing there answers like an automation server. Check the address, and the path of the API under More.',
    login:
      'Create a new token for the account, with the scope “write”. Newer versions without tokens take a username and a password.',
    templates: 'Give the account the execute role on the job templates it should start.',
  },
} as const
