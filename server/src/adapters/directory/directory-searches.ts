import { type Client, type Entry, EqualityFilter, OrFilter } from 'ldapts'
import { USER_ATTRIBUTES } from './directory-entry.ts'
import { DirectoryFailure, step } from './directory-failure.ts'
import type { UserFilter } from './user-filter.ts'

/** The one entry that the filter finds for the typed name. */
export async function findUser(client: Client, base: string, filter: UserFilter, username: string): Promise<Entry> {
  const search = {
    filter: filter.matching(username),
    attributes: [...USER_ATTRIBUTES, ...filter.nameAttributes],
    sizeLimit: 2,
  }
  const { searchEntries } = await step('user search', () => client.search(base, search))
  const [entry, another] = searchEntries
  if (entry === undefined) throw new DirectoryFailure('credentials', 'user search: no entry')
  if (another !== undefined) throw new DirectoryFailure('credentials', 'user search: more than one entry')
  // A bind with an empty name is anonymous and succeeds with any password.
  if (entry.dn === '') throw new DirectoryFailure('credentials', 'user search: an entry without a DN')
  return entry
}

/** The groups that list the user as a member, by DN or, like POSIX groups, by login name. */
export async function findGroups(client: Client, base: string, dn: string, uids: readonly string[]): Promise<string[]> {
  const equals = (attribute: string, value: string) => new EqualityFilter({ attribute, value })
  const filters = [equals('member', dn), equals('uniqueMember', dn), ...uids.map((uid) => equals('memberUid', uid))]
  // In pages, because directories truncate longer results. "1.1" requests names only.
  const search = { filter: new OrFilter({ filters }), attributes: ['1.1'], paged: { pageSize: 200 } }
  const { searchEntries } = await step('group search', () => client.search(base, search))
  return searchEntries.map((entry) => entry.dn)
}
