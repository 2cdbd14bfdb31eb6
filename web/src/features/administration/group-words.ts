import { plural } from '../../lib/i18n/plural.ts'

const names = new Intl.ListFormat('en')
const MOST_NAMES = 5

/** "kim and jonas"; of many, the first. */
const some = (all: readonly string[]): string =>
  all.length <= MOST_NAMES
    ? names.format(all)
    : names.format([
        ...all.slice(0, MOST_NAMES),
        plural(all.length - MOST_NAMES, { one: '# other', other: '# others' }),
      ])

/** The words of groups. */
export const words = {
  groups: 'Groups',
  group: 'Group',
  failure: 'The group could not be read.',
  actionsTitle: 'Actions',
  actions: (name: string) => `Actions for ${name}`,
  add: 'New group',
  create: 'Create',
  name: 'Name',
  template: 'Permissions to begin with',
  templateHint: 'They can be changed afterwards. Members of a group that begins as administrator are administrators.',
  noTemplate: 'none',
  templates: { administrator: 'administrator', operator: 'operator', editor: 'editor', viewer: 'viewer' },
  created: (name: string) => `Created “${name}”.`,
  rename: 'Rename…',
  renameTitle: (name: string) => `Rename “${name}”`,
  renamed: (name: string) => `The group is now called “${name}”.`,
  clone: 'Clone…',
  cloneTitle: (name: string) => `Clone “${name}”`,
  cloneText:
    'Permissions and quota are copied, members are not. A clone of an administrators’ group makes administrators.',
  copyOf: (name: string) => `${name} (copy)`,
  cloned: (name: string) => `Created “${name}”.`,
  save: 'Save',
  quota: 'Quota…',
  quotaTitle: (name: string) => `Quota of “${name}”`,
  quotaHint: 'Empty means no limit. Users get the most generous value of their groups.',
  queriesMax: 'Most saved queries',
  aiDaily: 'AI requests per day',
  mayUseAi: 'May use AI',
  quotaSaved: (name: string) => `The quota of “${name}” is saved.`,
  remove: 'Delete…',
  removeTitle: (name: string) => `Delete “${name}”?`,
  removed: (name: string) => `Deleted “${name}”.`,
  counting: 'Who would lose what is being worked out.',
  deletion: 'Its members keep their accounts.',
  members: 'Members',
  membersFailure: 'The members could not be read.',
  noMembers: 'Nobody is in this group.',
  addMember: 'Add a member…',
  addMemberTitle: (name: string) => `Add a member to “${name}”`,
  user: 'User',
  userHint: 'Part of the username, name or e-mail address',
  chooseUser: 'Choose a user first.',
  addVerb: 'Add',
  memberAdded: (user: string, group: string) => `“${user}” is a member of “${group}”.`,
  takeOut: 'Remove',
  takeOutOf: (user: string) => `Remove ${user}`,
  takeOutTitle: (user: string, group: string) => `Remove “${user}” from “${group}”?`,
  takenOut: (user: string, group: string) => `“${user}” is no longer a member of “${group}”.`,
  notDone: 'The group was not changed.',
  take: 'Take away',
  takeTitle: (permission: string, group: string) => `Take ${permission} from “${group}”?`,
  facts: 'Group',
  role: 'Began as',
  permissions: 'Permissions',
  noPermissions: 'This group gives no permissions.',
  changeInMatrix: 'Change them in the matrix',
  /** Who loses one permission: "3 people lose queries.add_savedquery: …". */
  loses: (permission: string, people: readonly string[]) =>
    people.length === 0
      ? `Nobody loses ${permission}: all members have it from elsewhere.`
      : `${plural(people.length, { one: '# person loses', other: '# people lose' })} ${permission}: ${some(people)}.`,
  /** Who loses how much. */
  losesAll: (losses: readonly { readonly username: string; readonly lost: readonly string[] }[]) =>
    losses.length === 0
      ? 'Nobody loses a permission.'
      : `${plural(losses.length, { one: '# person loses', other: '# people lose' })} permissions: ${some(
          losses.map(({ username, lost }) => `${username} (${lost.length})`),
        )}.`,
  noLongerAdministrators: (people: readonly string[]) =>
    people.length === 0
      ? undefined
      : `${some(people)} ${people.length === 1 ? 'is' : 'are'} no longer administrator${people.length === 1 ? '' : 's'}.`,
} as const
