import { noMessages } from '../../kernel/field-messages.ts'
import { IMPORT_KINDS, type ImportStep } from '@heddle/contract/query-files.ts'
import type { Permission } from '@heddle/domain/access/permissions.ts'
import { byText } from '@heddle/domain/query-files/match-file.ts'
import { type FileFaults, placeInFile } from '@heddle/domain/query-files/read-query-file.ts'
import { type Access, admin, isAllowed, may, noTokens } from '../../kernel/access.ts'
import type { Caller } from '../../kernel/caller.ts'
import { FieldErrors, Forbidden } from '../../kernel/errors.ts'
import { isOwnerOrManager } from '../../kernel/ownership.ts'

type Kind = ImportStep['kind']
type Change = Exclude<ImportStep['action'], 'unchanged'>

const LISTS: Readonly<Record<Kind, string>> = {
  ...{ category: 'categories', saved_query: 'saved_queries', scheduled_task: 'scheduled_tasks' },
  ...{ group: 'groups', setting: 'settings', automation_template: 'automation_templates' },
  ...{ controller_connection: 'controller_connections', automation_connection: 'automation_connections' },
  ...{ automation_category: 'automation_categories', regex_pattern: 'regex_patterns' },
  ...{ validation_list: 'validation_lists', column_template: 'column_templates' },
}
const VERBS = { create: 'add', change: 'change', delete: 'delete' } as const
const MOST_NAMED = 20

/** Who may do this by a request of its own. */
export function accessTo(action: Change, kind: Kind): Access {
  const verb = VERBS[action]
  switch (kind) {
    case 'category':
      return may(`queries.${verb}_category`)
    case 'saved_query':
      return may(`queries.${verb}_savedquery`)
    case 'scheduled_task':
      return may(`queries.${verb}_scheduledtask`)
    case 'controller_connection':
      return may(`controller.${verb}_connection`)
    case 'automation_connection':
      return may(`automation.${verb}_connection`)
    case 'automation_template':
      return may(`automation.${verb}_template`)
    case 'automation_category':
      return may(`automation.${verb}_category`)
    case 'regex_pattern':
      return may(`automation.${verb}_regexpattern`)
    case 'validation_list':
      return may(`automation.${verb}_validationlist`)
    case 'column_template':
      return may(`automation.${verb}_columntemplate`)
    case 'group':
    case 'setting':
      return noTokens(admin)
  }
}

/** What a step says besides. */
type StepFacts = Omit<ImportStep, 'action' | 'kind' | 'name' | 'diff'>

export type ImportLog = ReturnType<typeof createImportLog>

/** What an import comes to, and everything that speaks against it, so that one answer has it all. */
export function createImportLog(caller: Caller, known: FileFaults) {
  const steps: ImportStep[] = []
  const faults = noMessages()
  const lacking = new Set<Permission>()
  const foreign: string[] = []
  /** What only an administrator changes, and no API token, which could outlive its owner's rights. */
  const reserved = new Set<string>()

  function addFaults(found: FileFaults, place: (path: string) => string): boolean {
    for (const [path, messages] of Object.entries(found)) (faults[place(path)] ??= []).push(...messages)
    return Object.keys(found).length > 0
  }
  addFaults(known, (path) => path)

  function requireRight(action: Change, kind: Kind, name: string): void {
    const access = accessTo(action, kind)
    if (isAllowed(access, caller)) return
    if (access.kind === 'permission') lacking.add(access.permission)
    else reserved.add(`${kind} "${name}"`)
  }

  return {
    /** Notes what the importer may not do, before anything is tried. */
    requireRight,

    addFaults: (found: FileFaults) => addFaults(found, (path) => path),

    /** Faults of an entry; whether there are any. */
    addFaultsOf: (kind: ImportStep['kind'], name: string, found: FileFaults): boolean =>
      addFaults(found, (path) => placeInFile(`${LISTS[kind]}.${name}`, path)),

    addStep: (
      action: ImportStep['action'],
      kind: ImportStep['kind'],
      name: string,
      diff: ImportStep['diff'] = null,
      more: StepFacts = {},
    ): void => {
      steps.push({ action, kind, name, diff, ...more })
      if (action !== 'unchanged' && !isOfWaivers(diff)) requireRight(action, kind, name)
    },

    /** Whether the importer may change it; if not, it is named in the end. */
    isOwn: (ownerId: number | null, what: string): boolean => {
      const isOwn = isOwnerOrManager(caller, ownerId)
      if (!isOwn) foreign.push(what)
      return isOwn
    },

    /** The same for something else than its owner decides on. */
    require: (isAllowedTo: boolean, what: string): void => {
      if (!isAllowedTo) foreign.push(what)
    },

    /** Whether the import will be refused: nothing more needs to be written. */
    isRefused: (): boolean => lacking.size + reserved.size + foreign.length > 0 || Object.keys(faults).length > 0,

    /** Throws if the import cannot be applied. */
    refuse: (): void => {
      if (lacking.size > 0) {
        const names = [...lacking].toSorted(byText)
        throw new Forbidden(`This import needs ${names.join(', ')}.`, { permission: names[0]! })
      }
      if (reserved.size > 0)
        throw new Forbidden(
          `Only an administrator may change ${listed([...reserved])}, ${caller.isAdmin ? 'and not with an API token' : 'which you are not'}.`,
        )
      if (Object.keys(faults).length > 0) throw new FieldErrors(faults)
      if (foreign.length > 0)
        throw new Forbidden(`Only its owner, an operator or an administrator may change ${listed(foreign)}.`)
    },

    /** In the order of their kinds, each by name. */
    plan: (): ImportStep[] =>
      steps.toSorted(
        (one, other) =>
          IMPORT_KINDS.indexOf(one.kind) - IMPORT_KINDS.indexOf(other.kind) || byText(one.name, other.name),
      ),
  }
}

/** Waivers have a rule of their own, besides the permission to change queries. */
export const isOfWaivers = (diff: ImportStep['diff']): boolean =>
  diff !== null && diff.every(({ path }) => path === 'waivers' || path.startsWith('waivers.'))

const listed = (names: readonly string[]): string =>
  names.slice(0, MOST_NAMED).join(', ') + (names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '')
