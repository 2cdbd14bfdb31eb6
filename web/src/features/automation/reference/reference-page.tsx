import { getRouteApi } from '@tanstack/react-router'
import { EmptyState } from '../../../components/states.tsx'
import { Tabs } from '../../../components/tabs.tsx'
import { useProfile } from '../../../lib/session/context.tsx'
import { AutomationPage } from '../components/automation-page.tsx'
import { words as areaWords } from '../words.ts'
import { Categories } from './categories.tsx'
import { ColumnTemplates } from './column-templates.tsx'
import { Lists } from './lists.tsx'
import { Patterns } from './patterns.tsx'
import { permissionOf, type ReferenceKind } from './reference-section.tsx'
import { words } from './words.ts'

const route = getRouteApi('/inside/automation/reference-data')

const PARTS: readonly { readonly name: ReferenceKind; readonly content: () => React.ReactNode }[] = [
  { name: 'categories', content: () => <Categories /> },
  { name: 'lists', content: () => <Lists /> },
  { name: 'patterns', content: () => <Patterns /> },
  { name: 'columns', content: () => <ColumnTemplates /> },
]

/** What templates refer to, as far as the user may see it. */
export function ReferencePage() {
  const { kind } = route.useSearch()
  const navigate = route.useNavigate()
  const { permissions } = useProfile()
  const tabs = PARTS.filter(({ name }) => permissions.includes(permissionOf(name, 'view'))).map((part) => ({
    ...part,
    title: words.kinds[part.name],
  }))
  return (
    <AutomationPage title={areaWords.referenceData}>
      {tabs.length === 0 ? (
        <EmptyState title={words.failure} />
      ) : (
        <Tabs
          label={words.parts}
          tabs={tabs}
          selected={kind ?? tabs[0]!.name}
          onSelect={(name) => void navigate({ search: { kind: name } })}
        />
      )}
    </AutomationPage>
  )
}
