import type { FileGroup } from '@heddle/contract/platform-files.ts'
import { BASE_QUOTA } from '@heddle/domain/access/quota.ts'
import { admin } from '../../../kernel/access.ts'
import { FieldErrors } from '../../../kernel/errors.ts'
import { onlyGiven } from '@heddle/domain/only-given.ts'
import type { GroupsService } from '../../users/index.ts'
import type { FoundThing, PlatformKind } from './platform-kind.ts'

type FoundGroup = FoundThing & { readonly isBuiltIn: boolean; readonly memberCount: number }

/** Groups with what they allow; their members are no part of a file. */
export function groupKind({ many }: Pick<GroupsService, 'many'>): PlatformKind {
  const find: (tx: Parameters<typeof many.all>[0]) => Promise<readonly FoundGroup[]> = async (tx) =>
    (await many.all(tx)).map(({ group, memberCount }) => ({
      ...{ id: String(group.id), name: group.name, isBuiltIn: group.isBuiltIn, memberCount },
      content: {
        name: group.name,
        role_template: group.roleTemplate,
        permissions: group.permissions.toSorted(),
        quota: group.quota ?? BASE_QUOTA,
      } satisfies FileGroup,
    }))
  return {
    list: 'groups',
    view: admin,
    required: [],
    find,
    create: async ({ tx }, fields) => {
      const { name = '', role_template, ...rest } = fields as FileGroup
      refuseTaken(await find(tx), name)
      const id = await many.insert(tx, { name, ...onlyGiven({ role_template }) })
      await many.change(tx, id, patchOf(rest))
    },
    change: async ({ tx }, { id, content }, fields) => {
      const { role_template: role = content.role_template } = fields as FileGroup
      if (role !== content.role_template)
        throw new FieldErrors({ role_template: ['A group keeps the role template that it was created with.'] })
      refuseTaken((await find(tx)).filter((group) => group.id !== id), fields.name ?? '') // prettier-ignore
      await many.change(tx, Number(id), patchOf(fields))
    },
    whyKept: async (tx, { id }) => {
      const { isBuiltIn = false, memberCount = 0 } = (await find(tx)).find((group) => group.id === id) ?? {}
      if (isBuiltIn) return 'A built-in group is not deleted: keep it in the file.'
      return memberCount === 0
        ? undefined
        : `It has ${memberCount === 1 ? 'a member' : `${memberCount} members`}, and a file deletes no group with members: keep it in the file, or take them out first.`
    },
    remove: ({ tx }, { id }) => many.remove(tx, Number(id)),
  }
}

/** Beforehand, as the database would end the whole import. */
function refuseTaken(others: readonly FoundThing[], name: string): void {
  const wanted = name.trim().toLowerCase()
  if (others.some((group) => group.name.toLowerCase() === wanted))
    throw new FieldErrors({ name: ['Another group has this name.'] })
}

const patchOf = ({ name, permissions, quota }: FileGroup) => onlyGiven({ name, permissions, quota })
