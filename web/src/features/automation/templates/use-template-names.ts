import { useQuery } from '@tanstack/react-query'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay, useProfile } from '../../../lib/session/context.tsx'
import { groupNames, templateCategories } from '../api.ts'
import { automationConnectionList } from '../connections/api.ts'
import { words } from './words.ts'

type Named<Id> = { readonly id: Id; readonly name: string }

/** What templates refer to, as far as the user may see it. */
export type TemplateNames = {
  readonly categories: readonly Named<number>[]
  readonly connections: readonly (Named<string> & { readonly is_default: boolean })[]
  readonly groups: readonly Named<number>[]
}

export function useTemplateNames(): TemplateNames {
  const heddle = useHeddle()
  const { is_admin: isAdmin, groups: own } = useProfile()
  const mayCategories = useMay('automation.view_category')
  const mayConnections = useMay('automation.view_connection')
  return {
    categories: useQuery({ ...templateCategories(heddle), enabled: mayCategories }).data ?? [],
    connections: useQuery({ ...automationConnectionList(heddle), enabled: mayConnections }).data ?? [],
    groups: useQuery({ ...groupNames(heddle), enabled: isAdmin }).data ?? own,
  }
}

const nameIn = <Id>(named: readonly Named<Id>[], wanted: Id): string | undefined =>
  named.find(({ id }) => id === wanted)?.name

/** Where it launches what: `awx · job template 7`. */
export function launchedBy(
  {
    automation_connection: connection,
    automation_job_template_id: job,
  }: Pick<Wire.AutomationTemplate, 'automation_connection' | 'automation_job_template_id'>,
  { connections }: TemplateNames,
): string {
  return [nameIn(connections, connection), words.jobTemplate(job)].filter(Boolean).join(' · ')
}

/** Who sees it. */
export function audienceOf({ allowed_groups: ids }: Wire.AutomationTemplate, { groups }: TemplateNames): string {
  if (ids.length === 0) return words.everybody
  const names = ids.flatMap((id) => nameIn(groups, id) ?? [])
  return words.groups(names, ids.length - names.length)
}

export function categoryOf({ category }: Wire.AutomationTemplate, { categories }: TemplateNames): string | undefined {
  return category === null ? undefined : (nameIn(categories, category) ?? words.unknownCategory(category))
}
