import type { Wire } from '../../../lib/api/wire.ts'

/** What the address says about the list, in the words of the API. */
export type UserSearch = Readonly<
  Partial<Record<'search' | 'is_active' | 'is_superuser' | 'group' | 'permission' | 'page', string | undefined>>
>

const flag = (text: string | undefined): boolean | undefined =>
  text === 'true' ? true : text === 'false' ? false : undefined

const positive = (text: string | undefined): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : undefined

/** What is no value of a filter is left out. */
export function userQuery({ search, permission, ...given }: UserSearch): Wire.UserListQuery {
  const filters = {
    search,
    permission,
    is_active: flag(given.is_active),
    is_superuser: flag(given.is_superuser),
    group: positive(given.group),
  }
  return {
    page: positive(given.page) ?? 1,
    ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)),
  }
}
